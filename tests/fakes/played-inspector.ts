import type { FakePeer } from './fake-inspector.ts';

const VALUE = { result: { type: 'object', objectId: '1', value: [] } };
const RESULTS: Record<string, object> = {
  'Runtime.evaluate': VALUE,
  'Runtime.callFunctionOn': VALUE,
  'Debugger.enable': { debuggerId: '1' },
};

/** A V8 that the test plays: commands are answered with nothing in particular unless the test answers them itself. */
export class PlayedInspector {
  readonly sent: string[] = [];
  /** Answers a method instead of the default: the messages to send, by the command's id and parameters. */
  readonly answers = new Map<string, (id: number, params: object) => object[]>();
  readonly #peer: FakePeer;

  constructor(peer: FakePeer) {
    this.#peer = peer;
    void this.#serve();
  }

  async #serve(): Promise<void> {
    for (;;) {
      const { id, method, params } = JSON.parse(await this.#peer.next());
      this.sent.push(method);
      this.say(...(this.answers.get(method)?.(id, params) ?? [{ id, result: RESULTS[method] ?? {} }]));
    }
  }

  /** All in one write, so that the client reads them at once. */
  say(...messages: object[]): void {
    if (messages.length > 0) this.#peer.say(...messages.map((message) => JSON.stringify(message)));
  }

  count(method: string): number {
    return this.sent.filter((each) => each === method).length;
  }
}
