import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#platform/web/report-problem.ts';
import { untilReleased } from '#platform/web/touch/until-released.ts';
import { App, createAppClient, recall } from './App.tsx';

export async function start(): Promise<void> {
  suppressUnhandled(window);
  // Starts loading the fonts while the first screen is rendered, so that the layout does not shift
  // afterwards. Preload links in the page would take bandwidth from the scripts.
  void document.fonts.load(
    '1em "Atkinson with Hanken digits", "Atkinson Hyperlegible Next Variable"',
    'a1',
  );
  const root = document.getElementById('root');
  if (!root) return;
  const client = createAppClient();
  await recall(client);
  // The server-rendered screen is replaced by the same screen in React. The replacement waits while
  // a finger presses an element, because the press would be lost.
  await untilReleased(root);
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}
