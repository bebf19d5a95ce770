import { lazyPart, nothing } from '../lazy-part.tsx';

/** A dialog over the page. Mount it to open it: what it needs comes when the first one opens. */
export const Modal = lazyPart(async () => (await import('./ModalFrame.tsx')).ModalFrame, nothing);
