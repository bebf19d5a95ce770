import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { Modal } from '#kit/web/ui/Modal.tsx';

/** What React Aria asks of a browser and the browser of the tests does not have. */
export function stubBrowserParts(): void {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
}

/** Puts a whole text into a field at once. */
export function fillIn(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

/** Loads what dialogs are made of, so that the first one of a test file opens at once, as later ones do. */
export async function loadModal(): Promise<void> {
  stubBrowserParts();
  const nothing = { onClose: () => undefined, className: '', children: null };
  render(createElement(Modal, { ...nothing, label: 'Any' }));
  // Its modules are transformed for the first time: on a busy machine that takes a while.
  await screen.findByRole('dialog', {}, { timeout: 10_000 });
  cleanup();
  // React Aria restores the focus in the next frame: a test that begins before it would lose its own.
  await new Promise(requestAnimationFrame);
}
