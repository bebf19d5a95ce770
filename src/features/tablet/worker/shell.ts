import { canRun, NEEDS_HEADER } from '#kit/shared/page-needs.ts';
import { requireNeeds } from './check-needs.ts';

declare const self: ServiceWorkerGlobalScope;

/** The build inserts this: the files of the elder's screens, named by their content. */
declare const SHELL: {
  /** A hash of the files and the page. */
  readonly version: string;
  /** The script with which the page of this build begins. */
  readonly entry: string;
  readonly files: readonly string[];
  /** Property paths, without which this build cannot run. */
  readonly needs: readonly string[];
};

const PREFIX = 'shell-';

/** The one HTML file, whatever the address. */
const PAGE = '/';

/**
 * The page that the server has now is worth so long a wait, in milliseconds: it has its screen in it,
 * which a slow tablet takes as long to make of the page that is here.
 */
const PATIENCE_MS = 1_000;

const shellName = () => PREFIX + SHELL.version;

/** A cache has an entry at this address if the browser has these needs, written as in the header. */
const metMark = (needs: string) => `/needs-met?${encodeURIComponent(needs)}`;

/** Puts every file of the elder's screens on the tablet, or none of them. */
export async function fetchShell(): Promise<void> {
  if (SHELL.files.length === 0) return;
  await requireNeeds(SHELL.needs);
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  // While servers are exchanged one after the other, the page may be of another build: later, then.
  if (!isOurs(page) || !(await page.clone().text()).includes(SHELL.entry)) {
    throw new Error('The page is not of the same build as its worker.');
  }
  const shell = await caches.open(shellName());
  // First and small: it may fit where the files do not.
  await shell.put(metMark(SHELL.needs.join(' ')), new Response());
  await shell.addAll([...SHELL.files]);
  await shell.put(PAGE, page);
}

/** Navigation preload: the page is asked for while the worker starts, which takes a slow tablet long. */
export async function askAhead(registration: ServiceWorkerRegistration): Promise<void> {
  // Older browsers have none.
  await registration.navigationPreload?.enable();
}

/** Removes the files of other builds. */
export async function dropOtherShells(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== shellName(),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/**
 * The answer for a page or a file of the elder's screens; undefined for what is not ours to answer.
 * `isPage` says whether one of their screens stands at a path.
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
 * The page from the server. The one here, when the server does not answer soon, something else
 * answers, or its build needs what this browser may lack.
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

/** What the browser has asked for already: left alone it would be asked for twice, whatever it is. */
async function preloaded({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function fileFor(request: Request): Promise<Response> {
  const shell = await caches.open(shellName());
  return (await shell.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/**
 * A build with a need that the worker cannot see, such as a method of elements, waits until its own
 * worker has asked a page for it.
 */
async function isToBeShown(page: Response): Promise<boolean> {
  if (!isOurs(page)) return false;
  const needs = page.headers.get(NEEDS_HEADER);
  if (canRun(needs, SHELL.needs, self)) return true;
  return (await caches.match(metMark(needs ?? ''))) !== undefined;
}

/** A page of a WiFi's sign-in, or of a proxy whose server is away, is not the product's. */
function isOurs({ status, headers }: Response): boolean {
  return status === 200 && /'nonce-/.test(headers.get('Content-Security-Policy') ?? '');
}
