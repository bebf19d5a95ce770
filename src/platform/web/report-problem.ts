/** Logs a problem to the console, without showing it on the screen. */
export function reportProblem(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the web side writes to the console
  console.error(what, cause);
}

/** Logs and suppresses unhandled rejections and runtime errors. */
export function suppressUnhandled(target: Window): void {
  target.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    reportProblem('unhandled rejection', event.reason);
  });
  target.addEventListener('error', (event) => {
    event.preventDefault();
    if (isResizeNotice(event)) return;
    reportProblem('runtime error', event.error ?? event.message);
  });
}

/**
 * True for the ResizeObserver notice, which the browser reports as an error although it only
 * delivers a size change one frame later.
 */
function isResizeNotice({ error, message }: ErrorEvent): boolean {
  return !error && message.startsWith('ResizeObserver loop');
}
