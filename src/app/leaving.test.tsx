import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { App, createAppClient } from './App.tsx';

vi.mock('./signed-out-routes.tsx', () => ({
  // As while its file is on the way.
  SignedOutScreens: () => {
    throw new Promise(() => undefined);
  },
}));

test('the screens of whoever was signed out are gone before those for nobody are loaded', async () => {
  stubBrowserParts();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = createAppClient();
  client.setQueryData(CURRENT_USER, { id: 'edith', role: 'user', accountNumber: 'GA-1' });
  render(<App client={client} />);
  expect(document.querySelector('.tiles')).not.toBeNull();
  act(() => void client.setQueryData(CURRENT_USER, null));
  expect(await screen.findByText('Loading...')).toBeTruthy();
  expect(document.querySelector('.tiles')).toBeNull();
});
