import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import page from '../../../../index.html?raw';
import { ErrorBoundary, MINIMUM_BROWSERS } from './ErrorBoundary.tsx';

function Broken(): never {
  throw new Error('broken');
}

test('a broken screen shows what to do and names the minimum browsers', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading').textContent).toBe('This screen could not be shown');
  expect(screen.getByText(/If this happens again, update the browser/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Return to Main Screen' })).toBeDefined();
});

test('index.html names the same minimum browsers to an older browser', () => {
  expect(page.replace(/' \+\s+'/g, '')).toContain(`It needs ${MINIMUM_BROWSERS}`);
});
