/** Selector for the frames of the provider's script. */
const FRAME = 'iframe[name^="__privateStripeFrame"]';

/**
 * Keeps the frames usable that the provider's script opens above the page for the authentication
 * that some banks require. Without this, an open dialog would make them inert.
 */
export function letChecksThrough(ownPlace: HTMLElement): () => void {
  const look = () => {
    for (const frame of document.querySelectorAll(FRAME)) {
      const top = frame.closest('body > *');
      // The card field inside of the dialog is a frame too, and is skipped.
      if (!(top instanceof HTMLElement) || top.contains(ownPlace)) continue;
      top.dataset.reactAriaTopLayer = 'true';
      top.inert = false;
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
