/** The part of the bundler's context that is asked for here. */
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

/** What an elder's tablet loads later: the screens behind the home buttons, and its upkeep. */
const ELDERS =
  /\/src\/app\/screens\/(Activity|MyDay|Photos|tablet-data|home\/OfflineScreenWithDoses)\.tsx?$/;

/** Reached through the library's one file of exports, and used by later screens alone. */
const QUERIES_LATER =
  /\/@tanstack\/.+\/(infiniteQueryObserver|useInfiniteQuery|useMutationState)\.js$/;

/** Small, and needed by the panel and by the elder's later screens. */
const ON_BOTH_SIDES =
  /\/((made-answer|use-change)\.ts|(arrow-left|caret-(left|right))-bold\.svg\?raw)$/;

/** What more screens of the panel need than this stays a chunk of its own: they need nothing else of it. */
const MOST_OTHERS = 12;

/** By a module's id: the name of its chunk, if it is given one. */
type Chunk = (id: string, graph: Graph) => string | undefined;

/**
 * Code splitting: what is loaded together is one chunk, since that compresses better than many small
 * ones, and a slow line asks for six at once. `home` is everything that the entry imports statically,
 * `elder` what the later parts of an elder's tablet share, `later` what they share with the panel. Every
 * other module is given no chunk.
 */
export function chunks(): { name: Chunk; debugName: string; priority: number }[] {
  const divided = dividedOnce();
  return ['elder', 'later', 'home'].map((debugName, priority) => ({
    name: (id, graph) => (divided(id, graph).get(id) === debugName ? debugName : undefined),
    // With a module the bundler takes what it imports, unless a chunk of a higher priority has it.
    ...{ debugName, priority },
  }));
}

/** The chunk by module, found when the bundler first asks; none while there is no entry. */
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
  for (const [id, roots] of usersOf(dynamicImports(entry, graph), graph)) {
    const chunk = sharedChunk(id, roots);
    if (chunk !== undefined) chunkOf.set(id, chunk);
  }
  for (const id of staticClosure(entry, graph)) {
    if (!ENTRY.test(id)) chunkOf.set(id, QUERIES_LATER.test(id) ? 'later' : 'home');
  }
  return chunkOf;
}

/** By module: which of the `roots` load it. */
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
  return elders > 1 && roots.length - elders <= MOST_OTHERS ? 'elder' : undefined;
}

/** The chunks of the screens behind the home buttons, and those that they share. */
const SECTION = /\/(Activity|MyDay|Photos)-/;
const OF_SECTIONS = /\/(Activity|MyDay|Photos|elder|later)-/;

/**
 * Modulepreload: whether a file is asked for together with the screen that needs it. The bundler's loader
 * waits for a screen's styles before it asks for its code, and what that imports is found only in there;
 * so a section is told of as a whole. Of other screens only the styles are told.
 */
export function isPreloaded(file: string, screen: string): boolean {
  return file.endsWith('.css') || (SECTION.test(screen) && OF_SECTIONS.test(file));
}

/** A module and all that it imports without waiting. */
function staticClosure(id: string, graph: Graph): ReadonlySet<string> {
  return reached(id, graph, ({ importedIds }) => importedIds);
}

/** What is imported when it is wanted, from anywhere below a module. */
function dynamicImports(id: string, graph: Graph): ReadonlySet<string> {
  const all = reached(id, graph, (info) => [...info.importedIds, ...info.dynamicallyImportedIds]);
  return new Set([...all].flatMap((one) => graph.getModuleInfo(one)?.dynamicallyImportedIds ?? []));
}

function entryAbove(id: string, graph: Graph): string | undefined {
  const above = reached(id, graph, (info) => [...info.importers, ...info.dynamicImporters]);
  return [...above].find((one) => ENTRY.test(one));
}

/** A module and everything to which `next` leads from it. */
function reached(
  id: string,
  graph: Graph,
  next: (info: ModuleInfo) => readonly string[],
): ReadonlySet<string> {
  const found = new Set([id]);
  // Those that are added meanwhile come too.
  for (const one of found) {
    const info = graph.getModuleInfo(one);
    for (const each of info ? next(info) : []) found.add(each);
  }
  return found;
}
