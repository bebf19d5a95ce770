/** Maximum duration of a press, in milliseconds. */
const MAX_DURATION_MS = 2_000;

/** Resolves when nothing within `element` is pressed and the action of the press is done. */
export async function untilReleased(element: HTMLElement): Promise<void> {
  if (!element.querySelector(':active')) return;
  await new Promise((resolve) => {
    for (const end of ['click', 'pointercancel']) addEventListener(end, resolve, { once: true });
    setTimeout(resolve, MAX_DURATION_MS);
  });
}
