/** How the frames of the provider's script are named. */
const FRAME = 'iframe[name^="__privateStripeFrame"]';

/**
 * Some banks ask for one more check, in a frame that the provider's script lays over the page. An
 * open dialog would keep hands and focus from it, as from everything else that lies outside.
 */
export function letChecksThrough(ownPlace: HTMLElement): () => void {
  const look = () => {
    for (const frame of document.querySelectorAll(FRAME)) {
      const top = frame.closest('body > *');
      // The card field is a frame too; it lies in the dialog.
      if (!(top instanceof HTMLElement) || top.contains(ownPlace)) continue;
      top.dataset.reactAriaTopLayer = 'true';
      top.inert = false;
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
