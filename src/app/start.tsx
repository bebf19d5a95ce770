import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#platform/web/report-problem.ts';
import { untilReleased } from '#platform/web/touch/until-released.ts';
import { App, createAppClient, recall } from './App.tsx';

export async function start(): Promise<void> {
  suppressUnhandled(window);
  // The fonts load while the first screen is rendered, so that nothing moves afterwards. Preloading
  // them in the page would take bandwidth from the scripts.
  void document.fonts.load(
    '1em "Atkinson with Hanken digits", "Atkinson Hyperlegible Next Variable"',
    'a1',
  );
  const root = document.getElementById('root');
  if (!root) return;
  const client = createAppClient();
  await recall(client);
  // The server-rendered screen is replaced by the same screen, but not while a finger presses it.
  await untilReleased(root);
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}
