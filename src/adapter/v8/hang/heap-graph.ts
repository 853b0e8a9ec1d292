import type { RemoteObjectId, ScriptId } from '../../../cdp/ids.ts';

/** Nodes further away than this are not followed: a chain of awaits has few steps between two functions. */
const MAX_DEPTH = 10;
/** Objects visited for one question, so that a large program costs no more than a moment. */
const MAX_VISITED = 20_000;

/** Edges of a suspended function itself, apart from its promise. */
const OF_GENERATOR = new Set(['map', '__proto__', 'context', 'function', 'receiver', 'parameters_and_registers']);
/** Edges from any object to the code and the world that it belongs to. */
const OF_ALL = new Set([
  ...['map', '__proto__', 'previous', 'shared', 'code', 'feedback_cell', 'native_context', 'scope_info'],
  ...['function', 'receiver', 'parameters_and_registers'],
]);

/** A heap snapshot as V8 writes it: flat arrays of numbers, whose meaning the head gives. */
interface SnapshotText {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[]];
      readonly location_fields: readonly string[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  /** The places of functions' sources. */
  readonly locations: readonly number[];
  readonly strings: readonly string[];
}

/** A suspended function on the heap. */
export interface SuspendedObject {
  /** V8's number for it, valid while the object lives. */
  readonly heapId: RemoteObjectId;
  /** CDP's id of the script that its function is in; absent for the runtime's native ones. */
  readonly scriptId?: ScriptId;
  /** True for the text of a module, which awaits at its top level, instead of a function. */
  readonly isModule?: boolean;
  /** Index of the suspended functions that wait for this one, in the list of all. */
  readonly waiters: readonly number[];
}

/** The suspended functions (generators, asynchronous functions, modules) in a heap snapshot, and who waits for whom. */
export function suspendedObjects(text: string): SuspendedObject[] {
  // The snapshot is V8's, of a documented format.
  const snapshot = JSON.parse(text) as SnapshotText;
  const graph = new HeapGraph(snapshot);
  const found = graph.objectsNamed('Generator');
  const indexes = new Map(found.map((node, index) => [node, index]));
  return found.map((node) => ({
    heapId: graph.idOf(node),
    ...graph.scriptOf(node),
    waiters: graph.reached(node, (each) => indexes.has(each)).map((each) => indexes.get(each) ?? -1),
  }));
}

class HeapGraph {
  readonly #snapshot: SnapshotText;
  readonly #size: number;
  readonly #edgeSize: number;
  readonly #field: Readonly<Record<'type' | 'name' | 'id' | 'edge_count', number>>;
  /** The index of each node's first edge, by the node's place. */
  readonly #firstEdge: Uint32Array;

  constructor(snapshot: SnapshotText) {
    this.#snapshot = snapshot;
    const { node_fields: fields, edge_fields: edgeFields } = snapshot.snapshot.meta;
    this.#size = fields.length;
    this.#edgeSize = edgeFields.length;
    const at = (name: string) => fields.indexOf(name);
    this.#field = { type: at('type'), name: at('name'), id: at('id'), edge_count: at('edge_count') };
    this.#firstEdge = new Uint32Array(snapshot.nodes.length / this.#size);
    let edges = 0;
    for (let index = 0; index < this.#firstEdge.length; index++) {
      this.#firstEdge[index] = edges;
      edges += this.#read(index * this.#size, 'edge_count');
    }
  }

  /** Places of all objects with this constructor. */
  objectsNamed(name: string): number[] {
    const { strings, nodes, snapshot } = this.#snapshot;
    const wanted = strings.indexOf(name);
    const object = snapshot.meta.node_types[0].indexOf('object');
    const found: number[] = [];
    for (let node = 0; node < nodes.length; node += this.#size) {
      if (this.#read(node, 'name') === wanted && this.#read(node, 'type') === object) found.push(node);
    }
    return found;
  }

  idOf(node: number): string {
    return String(this.#read(node, 'id'));
  }

  /** The script of the function that a suspended one runs. */
  scriptOf(node: number): { scriptId?: ScriptId; isModule?: boolean } {
    const { snapshot, locations } = this.#snapshot;
    const fields = snapshot.meta.location_fields;
    const target = this.#targetNamed(node, 'function');
    for (let at = 0; at < locations.length; at += fields.length) {
      if (locations[at + fields.indexOf('object_index')] !== target) continue;
      const line = locations[at + fields.indexOf('line')];
      const column = locations[at + fields.indexOf('column')];
      // A function is placed at its parameters, which no file begins with.
      const isModule = line === 0 && column === 0;
      return { scriptId: String(locations[at + fields.indexOf('script_id')]), isModule };
    }
    return {};
  }

  #targetNamed(node: number, name: string): number | undefined {
    return this.#edgesOf(node).find((edge) => edge.name === name)?.target;
  }

  /** The nearest wanted nodes on the way from one, all at the same distance. */
  reached(from: number, isWanted: (node: number) => boolean): number[] {
    const seen = new Set([from]);
    let frontier = [from];
    for (let depth = 0; depth < MAX_DEPTH && frontier.length > 0 && seen.size < MAX_VISITED; depth++) {
      const next: number[] = [];
      for (const node of frontier) {
        for (const target of this.#targets(node, node === from ? OF_GENERATOR : OF_ALL)) {
          if (seen.has(target)) continue;
          seen.add(target);
          next.push(target);
        }
      }
      const wanted = next.filter(isWanted);
      if (wanted.length > 0) return wanted;
      frontier = next;
    }
    return [];
  }

  #targets(node: number, excluded: ReadonlySet<string>): number[] {
    return this.#edgesOf(node).flatMap(({ name, target }) => (excluded.has(name) ? [] : target));
  }

  /** The edges that keep their target alive; those without a name have an empty one. */
  #edgesOf(node: number): { name: string; target: number }[] {
    const { edges, strings, snapshot } = this.#snapshot;
    const types = snapshot.meta.edge_types[0];
    const first = this.#firstEdge[node / this.#size] ?? 0;
    const found: { name: string; target: number }[] = [];
    for (let index = 0; index < this.#read(node, 'edge_count'); index++) {
      const edge = (first + index) * this.#edgeSize;
      const type = types[edges[edge] ?? 0];
      const isNumbered = type === 'element' || type === 'hidden';
      const name = isNumbered ? '' : (strings[edges[edge + 1] ?? 0] ?? '');
      const target = edges[edge + 2];
      if (type !== 'weak' && target !== undefined) found.push({ name, target });
    }
    return found;
  }

  #read(node: number, field: 'type' | 'name' | 'id' | 'edge_count'): number {
    return this.#snapshot.nodes[node + this.#field[field]] ?? 0;
  }
}
