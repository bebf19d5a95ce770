/**
 * Response header of each page with the browser features that its build needs: property paths
 * separated by spaces.
 */
export const NEEDS_HEADER = 'X-Page-Needs';

/**
 * Message of a worker to the page, with a port for the answer: asks which of these property paths
 * are missing.
 */
export interface NeedsQuestion {
  readonly needs: readonly string[];
}

/**
 * Returns the property paths that the inline check at the start of the page tests, such as
 * `Array.prototype.findLast`. The list exists only in that check.
 */
export function readNeeds(html: string): string[] {
  const [, check = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  return [...check.matchAll(/'(\w+)' in ([\w.]+)/g)].map(([, name, object]) => `${object}.${name}`);
}

/** Returns the paths that do not exist in `scope`, the global object of a page or a worker. */
export function missingIn(scope: object, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const keys = path.split('.');
    const name = keys.pop() ?? '';
    let at: unknown = scope;
    // Tests only whether the last property exists: reading it from a prototype may throw.
    for (const key of keys) at = isObject(at) ? Reflect.get(at, key) : undefined;
    return !isObject(at) || !(name in at);
  });
}

/**
 * Returns the paths that are certainly missing. Paths of objects that `scope` does not have are
 * ignored, because some objects exist only in pages and not in workers.
 */
export function surelyMissingIn(scope: object, paths: readonly string[]): string[] {
  return missingIn(scope, paths).filter((path) => (path.split('.')[0] ?? '') in scope);
}

/**
 * True if a page can run in a browser in which another build already runs. `header` has the needs
 * of the page (null if unknown) and `met` the needs of the other build. The remaining needs are
 * checked in `scope`, the global object of the worker.
 */
export function canRun(header: string | null, met: readonly string[], scope: object): boolean {
  const needs = (header ?? '').split(' ').filter((path) => path !== '' && !met.includes(path));
  return missingIn(scope, needs).length === 0;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
