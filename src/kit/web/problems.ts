/** Notes what went wrong for those who look for it; nothing of it is shown on the screen. */
export function noteProblem(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the web side writes to the console
  console.error(what, cause);
}

/** Unhandled rejections and runtime errors are logged and suppressed. */
export function suppressUnhandled(target: Window): void {
  target.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    noteProblem('Unhandled rejection', event.reason);
  });
  target.addEventListener('error', (event) => {
    event.preventDefault();
    if (isResizeNotice(event)) return;
    noteProblem('Runtime error', event.error ?? event.message);
  });
}

/**
 * Whether nothing went wrong: what watches sizes (ResizeObserver) changed one, and the browser tells it so
 * a frame later, of which it gives notice as of an error.
 */
function isResizeNotice({ error, message }: ErrorEvent): boolean {
  return !error && message.startsWith('ResizeObserver loop');
}
