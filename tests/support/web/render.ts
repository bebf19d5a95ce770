import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { Modal } from '#platform/web/ui/Modal.tsx';

/** Adds browser functions that React Aria needs and jsdom does not have. */
export function stubBrowserParts(): void {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
}

/** Sets the whole text of a field with one change event. */
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
  // A long timeout, because the first transformation of the modules is slow on a busy machine.
  await screen.findByRole('dialog', {}, { timeout: 10_000 });
  cleanup();
  // Waits for the next frame, in which React Aria restores the focus; otherwise it would take the
  // focus from a test that starts earlier.
  await new Promise(requestAnimationFrame);
}
