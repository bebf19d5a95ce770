/** A press that lasts longer is none. */
const LONGEST_MS = 2_000;

/** Until nothing within `element` is pressed, and what the press does has been done. */
export async function untilReleased(element: HTMLElement): Promise<void> {
  if (!element.querySelector(':active')) return;
  await new Promise((resolve) => {
    for (const end of ['click', 'pointercancel']) addEventListener(end, resolve, { once: true });
    setTimeout(resolve, LONGEST_MS);
  });
}
