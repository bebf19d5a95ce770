/** The part of the bundler's context that is asked for here. */
interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

const ENTRY = /\/src\/app\/web\.tsx$/;

/** Reached through the library's one file of exports, and used by later screens alone. */
const LATER = /\/@tanstack\/.+\/(infiniteQueryObserver|useInfiniteQuery|useMutationState)\.js$/;

/**
 * Code splitting: everything that the entry imports statically is loaded with it anyway, and one
 * chunk compresses better than many small ones that later screens share. Gives such a module the
 * chunk `home`, every other one none of its own.
 */
export function homeChunk(): (id: string, graph: Graph) => string | undefined {
  let home: ReadonlySet<string> = new Set();
  return (id, graph) => {
    if (home.size === 0) home = staticClosure(id, graph);
    return home.has(id) && !ENTRY.test(id) && !LATER.test(id) ? 'home' : undefined;
  };
}

/** The modules that the entry imports without waiting; empty while `id` leads to no entry. */
function staticClosure(id: string, graph: Graph): ReadonlySet<string> {
  const entry = entryAbove(id, graph);
  const found = new Set<string>();
  const add = (one: string) => {
    if (found.has(one)) return;
    found.add(one);
    for (const next of graph.getModuleInfo(one)?.importedIds ?? []) add(next);
  };
  if (entry !== undefined) add(entry);
  return found;
}

function entryAbove(id: string, graph: Graph): string | undefined {
  const seen = new Set<string>();
  const waiting = [id];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (ENTRY.test(one)) return one;
    if (seen.has(one)) continue;
    seen.add(one);
    const info = graph.getModuleInfo(one);
    waiting.push(...(info?.importers ?? []), ...(info?.dynamicImporters ?? []));
  }
  return undefined;
}
