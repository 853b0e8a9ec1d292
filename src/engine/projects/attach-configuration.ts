import type { AttachRequest, PathMapping } from '../../adapter/debug-adapter.ts';
import type { Configuration } from './configuration.ts';
import { fieldsOf, listOfFields, textIn } from './fields.ts';

const NODE_PORT = 9229;
const PYTHON_PORT = 5678;

/**
 * The target of a configuration with `request: attach`.
 *
 * @throws DebugError `invalid_argument` for a process that a person would choose
 */
export function attachTarget(configuration: Configuration, language: 'node' | 'python'): AttachRequest {
  if (configuration.value('processId') !== undefined) {
    throw configuration.refused('Which process it attaches to, a person would choose (processId).', {
      advice: 'Find the process id, and attach to it by pid.',
    });
  }
  if (configuration.value('listen') !== undefined) {
    throw configuration.refused('It waits for a program to connect (listen).', {
      advice: 'Start the program with the debugger instead, as program.',
    });
  }
  const url = configuration.text('websocketAddress');
  if (url !== undefined) return { kind: 'url', url };
  const connect = fieldsOf(configuration.value('connect'));
  const host = connect ? textIn(connect.host) : (configuration.text('address') ?? configuration.text('host'));
  const port = connect ? String(connect.port ?? '') : configuration.text('port');
  const mappings = pathMappings(configuration);
  return {
    kind: 'port',
    host: host === undefined || host === 'localhost' ? '127.0.0.1' : configuration.fill(host, 'host'),
    port: portOf(configuration, port, language === 'node' ? NODE_PORT : PYTHON_PORT),
    ...(mappings.length > 0 ? { pathMappings: mappings } : {}),
  };
}

function portOf(configuration: Configuration, given: string | undefined, usual: number): number {
  if (given === undefined || given === '') return usual;
  const port = Number(configuration.fill(given, 'port'));
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw configuration.refused(`Its port is none: ${JSON.stringify(given)}.`, {
    advice: 'Attach to the port that is meant.',
  });
}

function pathMappings(configuration: Configuration): PathMapping[] {
  const own = { localRoot: configuration.value('localRoot'), remoteRoot: configuration.value('remoteRoot') };
  const pairs = [own, ...listOfFields(configuration.value('pathMappings'))];
  return pairs.flatMap(({ localRoot, remoteRoot }) => {
    const local = textIn(localRoot);
    const remote = textIn(remoteRoot);
    if (local === undefined || remote === undefined) return [];
    const [localPath, remotePath] = [configuration.fill(local, 'localRoot'), configuration.fill(remote, 'remoteRoot')];
    // The same files under the same names need no mapping; `.` is the remote program's own folder, which is not known here.
    return remotePath === '.' || localPath === remotePath ? [] : [{ localRoot: localPath, remoteRoot: remotePath }];
  });
}
