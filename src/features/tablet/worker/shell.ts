import { canRun, NEEDS_HEADER } from '#platform/shared/page-needs.ts';
import { requireNeeds } from './check-needs.ts';

declare const self: ServiceWorkerGlobalScope;

/** Inserted by the build: the files of the elder's screens, with content hashes in their names. */
declare const SHELL: {
  /** A hash of the files and the page. */
  readonly version: string;
  /** The entry script in the page of this build. */
  readonly entry: string;
  readonly files: readonly string[];
  /** Property paths that this build requires. */
  readonly needs: readonly string[];
};

const PREFIX = 'shell-';

/** Path of the only HTML file, which is used for every path of the product. */
const PAGE = '/';

/**
 * Milliseconds to wait for the server's page, which contains its rendered screen; a slow tablet
 * needs as long to render the cached page.
 */
const PATIENCE_MS = 1_000;

const shellName = () => PREFIX + SHELL.version;

/**
 * Returns a URL that a cache contains if the browser supports these needs. `needs` has the format
 * of the header.
 */
const metMark = (needs: string) => `/needs-met?${encodeURIComponent(needs)}`;

/** Caches all files of the elder's screens, or none of them. */
export async function fetchShell(): Promise<void> {
  if (SHELL.files.length === 0) return;
  await requireNeeds(SHELL.needs);
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  // The page must be from the same build as the files; during a rolling deployment it may be from
  // another one. The next update tries again.
  if (!isOurs(page) || !(await page.clone().text()).includes(SHELL.entry)) {
    throw new Error('The page is not of the same build as its worker.');
  }
  const shell = await caches.open(shellName());
  // The mark is stored first, because it is small and may fit even if the files do not.
  await shell.put(metMark(SHELL.needs.join(' ')), new Response());
  await shell.addAll([...SHELL.files]);
  await shell.put(PAGE, page);
}

/**
 * Enables navigation preload: the page is requested while the worker starts, which is slow on some
 * tablets.
 */
export async function askAhead(registration: ServiceWorkerRegistration): Promise<void> {
  // Optional, because older browsers do not support navigation preload.
  await registration.navigationPreload?.enable();
}

/** Deletes the caches of other builds. */
export async function dropOtherShells(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== shellName(),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/**
 * Returns the response for a page or file of the elder's screens; undefined for other requests.
 * `isPage` is true for the paths of these screens.
 */
export function answerFromShell(
  event: FetchEvent,
  isPage: (path: string) => boolean,
): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return isPage(pathname) ? pageFor(event) : preloaded(event);
  return SHELL.files.includes(pathname) ? fileFor(request) : undefined;
}

/**
 * Returns the page from the server; the cached one if the server is slow, the response is not from
 * the product, or its build needs unsupported features.
 */
async function pageFor(event: FetchEvent): Promise<Response> {
  const fromServer = preloaded(event);
  const isInTime = await Promise.race([
    fromServer.then(isToBeShown).catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false)),
  ]);
  if (isInTime) return fromServer;
  const shell = await caches.open(shellName());
  return (await shell.match(PAGE, { ignoreVary: true })) ?? fromServer;
}

/** Uses the preload response; ignoring it would send the request twice. */
async function preloaded({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function fileFor(request: Request): Promise<Response> {
  const shell = await caches.open(shellName());
  return (await shell.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/**
 * A build with a need that the worker cannot check, such as a method of elements, is used only
 * after its own worker has asked a page.
 */
async function isToBeShown(page: Response): Promise<boolean> {
  if (!isOurs(page)) return false;
  const needs = page.headers.get(NEEDS_HEADER);
  if (canRun(needs, SHELL.needs, self)) return true;
  return (await caches.match(metMark(needs ?? ''))) !== undefined;
}

/** False for the sign-in page of a WiFi network, or an error page of a proxy. */
function isOurs({ status, headers }: Response): boolean {
  return status === 200 && /'nonce-/.test(headers.get('Content-Security-Policy') ?? '');
}
