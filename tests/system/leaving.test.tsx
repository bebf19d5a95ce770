import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { App, createAppClient } from '../../src/app/App.tsx';

vi.mock('../../src/app/signed-out-routes.tsx', () => ({
  // A component that suspends, like one whose module is still loading.
  SignedOutScreens: () => {
    throw new Promise(() => undefined);
  },
}));

test('the screens of a signed-out person disappear before the sign-in screens are loaded', async () => {
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
