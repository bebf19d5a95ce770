/** Selector for the frames of the provider's script. */
const FRAME = 'iframe[name^="__privateStripeFrame"]';

/**
 * Some banks require an authentication in a frame that the provider's script opens above the page.
 * Without this, an open dialog would make that frame inert.
 */
export function letChecksThrough(ownPlace: HTMLElement): () => void {
  const look = () => {
    for (const frame of document.querySelectorAll(FRAME)) {
      const top = frame.closest('body > *');
      // The card field is a frame too, inside of the dialog.
      if (!(top instanceof HTMLElement) || top.contains(ownPlace)) continue;
      top.dataset.reactAriaTopLayer = 'true';
      top.inert = false;
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
