/** Edges that are followed. A book with more is not searched. */
const MOST_EDGES = 5_000_000;

interface Visit<T> {
  readonly node: T;
  readonly to: readonly T[];
  next: number;
}

/**
 * The nodes of a directed graph that reach themselves. Empty if it has too many edges to search.
 *
 * @param edges the nodes that one leads to; one may repeat
 */
export function cyclesIn<T>(nodes: Iterable<T>, edges: (node: T) => readonly T[]): ReadonlySet<T> {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const open = new Set<T>();
  const stack: T[] = [];
  const found = new Set<T>();
  let count = 0;
  const begin = (node: T): Visit<T> => {
    const to = edges(node);
    count += to.length;
    if (to.includes(node)) found.add(node);
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    open.add(node);
    return { node, to, next: 0 };
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    const visits = [begin(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      if (count > MOST_EDGES) return new Set();
      const { node, to } = visit;
      const other = to[visit.next++];
      if (other !== undefined) {
        if (!index.has(other)) visits.push(begin(other));
        else if (open.has(other)) low.set(node, Math.min(low.get(node)!, index.get(other)!));
        continue;
      }
      visits.pop();
      const parent = visits.at(-1);
      if (parent) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(node)!));
      if (low.get(node) !== index.get(node)) continue;
      const group: T[] = [];
      for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
        open.delete(last);
        group.push(last);
        if (last === node) break;
      }
      if (group.length > 1) for (const one of group) found.add(one);
    }
  }
  return found;
}
