/** Maximum time to wait for the release, in milliseconds. */
const MAX_DURATION_MS = 2_000;

/**
 * Resolves when no element within `element` is pressed any more and the action of the press has
 * run.
 */
export async function untilReleased(element: HTMLElement): Promise<void> {
  if (!element.querySelector(':active')) return;
  await new Promise((resolve) => {
    for (const end of ['click', 'pointercancel']) addEventListener(end, resolve, { once: true });
    setTimeout(resolve, MAX_DURATION_MS);
  });
}
