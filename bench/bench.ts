import type { NodeVersion } from '../tests/support/node-versions.ts';
import type { Row } from './table.ts';

/** The context of every measurement. */
export interface Bench {
  /** The built server. */
  readonly serverPath: string;
  /** The same with all of the MCP SDK in its bundle. */
  readonly wholeSdkServerPath: string;
  /** The built bench/relay.ts. */
  readonly relayPath: string;
  /** The built bench/mcp-relay.ts. */
  readonly mcpRelayPath: string;
  /** A temporary folder. */
  readonly folder: string;
  /** Node.js binaries for debuggees. The server itself runs on the one that runs the benchmark. */
  readonly nodes: readonly NodeVersion[];
  /** A smoke run: a few samples each. */
  readonly quick: boolean;
  /** The absolute path of a file of `bench/programs`. */
  program(name: string): string;
}

/** A group of rows that `--only` can name. */
export interface Measurement {
  readonly name: string;
  /** The unit of either side, in a line under the table. */
  readonly counted: string;
  run(bench: Bench): Promise<readonly Row[]>;
}
