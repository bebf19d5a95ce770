import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#kit/web/problems.ts';
import { untilReleased } from '#kit/web/touch/until-released.ts';
import { App, createAppClient, recall } from './App.tsx';

/** Draws the product into the page. */
export async function start(): Promise<void> {
  suppressUnhandled(window);
  // The fonts come while the first screen is made, and not when it stands: nothing moves then. Asked for
  // in the page itself they would take the line from the scripts.
  void document.fonts.load(
    '1em "Atkinson with Hanken digits", "Atkinson Hyperlegible Next Variable"',
    'a1',
  );
  const root = document.getElementById('root');
  if (!root) return;
  const client = createAppClient();
  await recall(client);
  // What the server has rendered is replaced by the same screen: a finger that is on it lets go first.
  await untilReleased(root);
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}
