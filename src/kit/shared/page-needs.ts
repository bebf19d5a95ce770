/** Each page names in this header what its build needs of a browser: property paths between spaces. */
export const NEEDS_HEADER = 'X-Page-Needs';

/** Asked by a worker, with a port for the answer: which of these property paths the page lacks. */
export interface NeedsQuestion {
  readonly needs: readonly string[];
}

/**
 * The property paths that the check at the beginning of the page looks for, such as
 * `Array.prototype.findLast`. The check is their only source.
 */
export function readNeeds(html: string): string[] {
  const [, check = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  return [...check.matchAll(/'(\w+)' in ([\w.]+)/g)].map(([, name, object]) => `${object}.${name}`);
}

/** The paths that lead nowhere from `scope`, the global object of a page or a worker. */
export function missingIn(scope: object, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const keys = path.split('.');
    const name = keys.pop() ?? '';
    let at: unknown = scope;
    // The last property is only looked for: to read it from a prototype may throw.
    for (const key of keys) at = isObject(at) ? Reflect.get(at, key) : undefined;
    return !isObject(at) || !(name in at);
  });
}

/** The paths that are missing for certain: a worker does not have the objects of a page. */
export function surelyMissingIn(scope: object, paths: readonly string[]): string[] {
  return missingIn(scope, paths).filter((path) => (path.split('.')[0] ?? '') in scope);
}

/**
 * True if a page can run where another build does: `header` names what it needs (null: not known),
 * `met` what that build needs, and the worker's `scope` has the rest.
 */
export function canRun(header: string | null, met: readonly string[], scope: object): boolean {
  const needs = (header ?? '').split(' ').filter((path) => path !== '' && !met.includes(path));
  return missingIn(scope, needs).length === 0;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
