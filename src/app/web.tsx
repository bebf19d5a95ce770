import '#kit/web/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#kit/web/problems.ts';
import { App, createAppClient, recall } from './App.tsx';

suppressUnhandled(window);

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
