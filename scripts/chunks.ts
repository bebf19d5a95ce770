/** The subset of the bundler's context that is used here. */
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

const ENTRY = /\/src\/app\/web\.tsx$/;

const OWN = /\/src\/|\/assets\/.+\.svg\?raw$/;

/**
 * Screens behind the elder's home buttons, and background tasks. The tablet loads them after the
 * home screen.
 */
const ELDERS =
  /\/src\/app\/screens\/(Activity|MyDay|Photos|tablet-data|home\/OfflineScreenWithDoses)\.tsx?$/;

/** Modules of TanStack Query that its index file imports, but that only later screens use. */
const QUERIES_LATER =
  /\/@tanstack\/.+\/(infiniteQueryObserver|useInfiniteQuery|useMutationState)\.js$/;

/** Small modules that the panel and the elder's later screens both need. */
const ON_BOTH_SIDES =
  /\/((created-answer|create-mutation)\.ts|(arrow-left|caret-(left|right))-bold\.svg\?raw)$/;

/**
 * If more than this number of other panel screens use a module, it gets a separate chunk, because
 * these screens need nothing else of `elder`.
 */
const MAX_OTHERS = 12;

/**
 * Minimum number of family screens that use a module of the chunk `family`, so that nearly all
 * family screens load the whole chunk.
 */
const MAX_OF_FAMILY = 16;

type Chunk = (id: string, graph: Graph) => string | undefined;

/**
 * Code splitting. Modules that are loaded together share a chunk, because that compresses better
 * and a slow connection loads only six files at once. `home` has the modules that the entry imports
 * statically, `elder` those that the elder's later screens share, `later` those that they share
 * with the panel, and `family` the product's own modules that nearly all family screens need. Other
 * modules are left to the bundler.
 */
export function chunks(): { name: Chunk; debugName: string; priority: number }[] {
  const divided = dividedOnce();
  return ['family', 'elder', 'later', 'home'].map((debugName, priority) => ({
    name: (id, graph) => (divided(id, graph).get(id) === debugName ? debugName : undefined),
    // The bundler adds the imports of a module to the module's chunk, unless a chunk of higher
    // priority contains them.
    ...{ debugName, priority },
  }));
}

/**
 * Returns a function that computes the chunks once, at the first call by the bundler. The result is
 * empty until the bundler knows the entry.
 */
function dividedOnce(): (id: string, graph: Graph) => ReadonlyMap<string, string> {
  let divided: ReadonlyMap<string, string> = new Map();
  return (id, graph) => {
    const entry = divided.size === 0 ? entryAbove(id, graph) : undefined;
    if (entry !== undefined) divided = dividedFrom(entry, graph);
    return divided;
  };
}

function dividedFrom(entry: string, graph: Graph): ReadonlyMap<string, string> {
  const chunkOf = new Map<string, string>();
  const home = staticClosure(entry, graph);
  const isLight = (id: string) =>
    [...staticClosure(id, graph)].every((one) => home.has(one) || OWN.test(one));
  for (const [id, roots] of usersOf(dynamicImports(entry, graph), graph)) {
    const chunk = sharedChunk(id, roots) ?? familyChunk(roots, () => isLight(id));
    if (chunk !== undefined) chunkOf.set(id, chunk);
  }
  for (const id of home) {
    if (!ENTRY.test(id)) chunkOf.set(id, QUERIES_LATER.test(id) ? 'later' : 'home');
  }
  return chunkOf;
}

/** Returns for each module the `roots` that import it. */
function usersOf(roots: ReadonlySet<string>, graph: Graph): ReadonlyMap<string, string[]> {
  const users = new Map<string, string[]>();
  for (const root of roots) {
    for (const id of staticClosure(root, graph)) users.set(id, [...(users.get(id) ?? []), root]);
  }
  return users;
}

function sharedChunk(id: string, roots: readonly string[]): string | undefined {
  if (ON_BOTH_SIDES.test(id)) return 'later';
  const elders = roots.filter((root) => ELDERS.test(root)).length;
  return elders > 1 && roots.length - elders <= MAX_OTHERS ? 'elder' : undefined;
}

function familyChunk(roots: readonly string[], isLight: () => boolean): string | undefined {
  if (roots.length < MAX_OF_FAMILY || roots.some((root) => ELDERS.test(root))) return undefined;
  return isLight() ? 'family' : undefined;
}

/** Chunks of the screens behind the home buttons, and the chunks that these screens share. */
const SECTION = /\/(Activity|MyDay|Photos)-/;
const OF_SECTIONS = /\/(Activity|MyDay|Photos|elder|later)-/;

/**
 * True if a file is requested together with the screen that needs it (modulepreload). The bundler's
 * loader waits for the styles of a screen before it requests the screen's code, and finds the
 * imports of that code even later. Therefore all files of a section are preloaded; for other
 * screens only the styles are.
 */
export function isPreloaded(file: string, screen: string): boolean {
  return file.endsWith('.css') || (SECTION.test(screen) && OF_SECTIONS.test(file));
}

/** Returns a module and all its static imports, transitively. */
function staticClosure(id: string, graph: Graph): ReadonlySet<string> {
  return reached(id, graph, ({ importedIds }) => importedIds);
}

/** Returns the dynamic imports of a module and of everything below it. */
function dynamicImports(id: string, graph: Graph): ReadonlySet<string> {
  const all = reached(id, graph, (info) => [...info.importedIds, ...info.dynamicallyImportedIds]);
  return new Set([...all].flatMap((one) => graph.getModuleInfo(one)?.dynamicallyImportedIds ?? []));
}

function entryAbove(id: string, graph: Graph): string | undefined {
  const above = reached(id, graph, (info) => [...info.importers, ...info.dynamicImporters]);
  return [...above].find((one) => ENTRY.test(one));
}

/** Returns a module and all modules that are reachable from it by repeated calls of `next`. */
function reached(
  id: string,
  graph: Graph,
  next: (info: ModuleInfo) => readonly string[],
): ReadonlySet<string> {
  const found = new Set([id]);
  // The set grows during this loop, which also visits the added modules.
  for (const one of found) {
    const info = graph.getModuleInfo(one);
    for (const each of info ? next(info) : []) found.add(each);
  }
  return found;
}
