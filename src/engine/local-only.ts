import type { AttachRequest } from '../adapter/debug-adapter.ts';
import { DebugError } from '../model/debug-error.ts';

/**
 * Refuses what is no address of a debugger: `localhost:9229` alone is read as a scheme with a path.
 *
 * @throws DebugError `invalid_argument`
 */
export function assertAddress(target: AttachRequest): void {
  if (target.kind !== 'url' || hostOf(target)) return;
  const port = /:(\d{1,5})\/?$/.exec(target.url)?.[1] ?? '9229';
  throw new DebugError('invalid_argument', `"${target.url}" is not the URL of a debugger.`, {
    advice: `Give its port (port ${port}), or the ws:// URL that "Debugger listening on" names.`,
    details: { argument: 'url' },
  });
}

/**
 * Refuses to attach to a program on another machine: what reaches its debugger can run any code there.
 *
 * @throws DebugError `attach_refused`
 */
export function assertLocal(target: AttachRequest): void {
  if (isLocal(target)) return;
  const host = hostOf(target) ?? '';
  throw new DebugError('attach_refused', `${host} is another machine; this server debugs local processes only.`, {
    advice: 'Start the server with --allow-remote, or forward the port to 127.0.0.1 (ssh -L).',
    details: { target: host },
  });
}

/** True if a program runs on this machine. */
export function isLocal(target: AttachRequest): boolean {
  const host = hostOf(target);
  return host === undefined || isLoopback(host);
}

function hostOf(target: AttachRequest): string | undefined {
  switch (target.kind) {
    case 'pid':
      return undefined;
    case 'port':
      return target.host;
    case 'url':
      return URL.canParse(target.url) ? new URL(target.url).hostname : undefined;
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127\.\d.*)$/i.test(host);
}
