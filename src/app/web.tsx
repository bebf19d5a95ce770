import '#kit/web/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suppressUnhandled } from '#kit/web/problems.ts';
import { App } from './App.tsx';

suppressUnhandled(window);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
