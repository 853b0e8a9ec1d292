import type { AttachRequest } from '../adapter/debug-adapter.ts';
import { DebugError } from '../model/debug-error.ts';

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
