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
    noteProblem('Runtime error', event.error ?? event.message);
  });
}
