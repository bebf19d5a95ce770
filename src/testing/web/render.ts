import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';

/** What React Aria asks of a browser and the browser of the tests does not have. */
export function stubBrowserParts(): void {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
}

/** Puts a whole text into a field at once. */
export function fillIn(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}
