import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { Modal } from '#platform/web/ui/Modal.tsx';

/** Adds browser functions that React Aria needs and jsdom does not have. */
export function stubBrowserParts(): void {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
}

/** Sets the text of a field at once. */
export function fillIn(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

/**
 * Loads the modules of dialogs, so that the first dialog of a test file opens as fast as later
 * ones.
 */
export async function loadModal(): Promise<void> {
  stubBrowserParts();
  const nothing = { onClose: () => undefined, className: '', children: null };
  render(createElement(Modal, { ...nothing, label: 'Any' }));
  // The first transformation of the modules is slow on a busy machine.
  await screen.findByRole('dialog', {}, { timeout: 10_000 });
  cleanup();
  // React Aria restores the focus in the next frame, which would take it from a test that starts
  // earlier.
  await new Promise(requestAnimationFrame);
}
