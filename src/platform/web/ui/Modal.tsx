import { lazyPart, renderNothing } from '../lazy-part.tsx';

/**
 * A dialog over the page, which opens when it is mounted. Its code is loaded with the first dialog.
 */
export const Modal = lazyPart(
  async () => (await import('./ModalFrame.tsx')).ModalFrame,
  renderNothing,
);
