/** The used part of the bundler's context. */
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

/** Screens behind the elder's home buttons and background tasks, which the tablet loads later. */
const ELDERS =
  /\/src\/app\/screens\/(Activity|MyDay|Photos|tablet-data|home\/OfflineScreenWithDoses)\.tsx?$/;

/** Imported through the library's index file, but used only by later screens. */
const QUERIES_LATER =
  /\/@tanstack\/.+\/(infiniteQueryObserver|useInfiniteQuery|useMutationState)\.js$/;

/** Small modules that the panel and the elder's later screens both need. */
const ON_BOTH_SIDES =
  /\/((created-answer|create-mutation)\.ts|(arrow-left|caret-(left|right))-bold\.svg\?raw)$/;

/**
 * A module used by more than this number of other panel screens stays a separate chunk, because
 * they need nothing else of `elder`.
 */
const MAX_OTHERS = 12;

/**
 * Number of family screens that must use a module before it goes into `family`; nearly all of them
 * load it then.
 */
const MAX_OF_FAMILY = 16;

type Chunk = (id: string, graph: Graph) => string | undefined;

/**
 * Code splitting: modules that load together share a chunk, because that compresses better and a
 * slow connection loads only six files at once. `home` has everything that the entry imports
 * statically, `elder` what the elder's later screens share, `later` what they share with the panel,
 * `family` the product's own modules that nearly all family screens need. Other modules are not
 * assigned.
 */
export function chunks(): { name: Chunk; debugName: string; priority: number }[] {
  const divided = dividedOnce();
  return ['family', 'elder', 'later', 'home'].map((debugName, priority) => ({
    name: (id, graph) => (divided(id, graph).get(id) === debugName ? debugName : undefined),
    // The bundler adds the imports of a module to its chunk, unless a chunk of higher priority has
    // them.
    ...{ debugName, priority },
  }));
}

/** Computes the chunks at the first call of the bundler; empty while the entry is unknown. */
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

/** The chunks of the screens behind the home buttons, and those that they share. */
const SECTION = /\/(Activity|MyDay|Photos)-/;
const OF_SECTIONS = /\/(Activity|MyDay|Photos|elder|later)-/;

/**
 * Modulepreload: true if a file is requested together with the screen that needs it. The bundler's
 * loader waits for the styles of a screen before it requests its code, whose imports are then found
 * even later. So all files of a section are preloaded, but only the styles of other screens.
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

/** Returns a module and everything that is reachable with `next`. */
function reached(
  id: string,
  graph: Graph,
  next: (info: ModuleInfo) => readonly string[],
): ReadonlySet<string> {
  const found = new Set([id]);
  // The loop also visits entries that are added during it.
  for (const one of found) {
    const info = graph.getModuleInfo(one);
    for (const each of info ? next(info) : []) found.add(each);
  }
  return found;
}
