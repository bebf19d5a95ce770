import '#kit/web/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#kit/web/problems.ts';
import { App, createAppClient, recall } from './App.tsx';

suppressUnhandled(window);

// The fonts come while the first screen is made, and not when it stands: nothing moves then. Asked for
// in the page itself they would take the line from the scripts.
void document.fonts.load(
  '1em "Atkinson with Hanken digits", "Atkinson Hyperlegible Next Variable"',
  'a1',
);

const root = document.getElementById('root');
if (root) {
  const client = createAppClient();
  void recall(client).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  );
}
