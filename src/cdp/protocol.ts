import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

/** The inspector answers `{}`. */
type Nothing = Record<string, never>;

/** Node's own domains, which devtools-protocol does not know. */
interface NodeCommands {
  'NodeRuntime.enable': { paramsType: []; returnType: Nothing };
  'NodeRuntime.disable': { paramsType: []; returnType: Nothing };
  /** Asks for `NodeRuntime.waitingForDisconnect` when the program is done and waits for its debuggers to leave. */
  'NodeRuntime.notifyWhenWaitingForDisconnect': { paramsType: [{ enabled: boolean }]; returnType: Nothing };
  'NodeWorker.enable': { paramsType: [{ waitForDebuggerOnStart: boolean }]; returnType: Nothing };
  'NodeWorker.disable': { paramsType: []; returnType: Nothing };
  'NodeWorker.detach': { paramsType: [{ sessionId: string }]; returnType: Nothing };
  'NodeWorker.sendMessageToWorker': { paramsType: [{ message: string; sessionId: string }]; returnType: Nothing };
}

/** Node's report of a worker thread to which it attached. */
interface NodeWorkerInfo {
  readonly workerId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
}

interface NodeEvents {
  /** The program is held at its start until `Runtime.runIfWaitingForDebugger`. */
  'NodeRuntime.waitingForDebugger': [];
  'NodeRuntime.waitingForDisconnect': [];
  'NodeWorker.attachedToWorker': [{ sessionId: string; workerInfo: NodeWorkerInfo; waitingForDebugger: boolean }];
  'NodeWorker.detachedFromWorker': [{ sessionId: string }];
  'NodeWorker.receivedMessageFromWorker': [{ sessionId: string; message: string }];
}

type Commands = ProtocolMapping.Commands & NodeCommands;
type Events = ProtocolMapping.Events & NodeEvents;

/** A command of the inspector: `Debugger.enable`. */
export type CdpMethod = keyof Commands;

/** The parameters of a command; undefined when it takes none, with undefined when all are optional. */
export type CdpParams<M extends CdpMethod> = Commands[M]['paramsType'] extends []
  ? undefined
  : Commands[M]['paramsType'][0 & keyof Commands[M]['paramsType']];

/** The result of a command, as devtools-protocol types it. */
export type CdpResult<M extends CdpMethod> = Commands[M]['returnType'];

/** An event of the inspector: `Debugger.paused`. */
export type CdpEvent = keyof Events;

/** The parameters of an event; an empty object for those without. */
export type CdpEventParams<E extends CdpEvent> = Events[E] extends [infer P] ? P : Record<string, never>;
