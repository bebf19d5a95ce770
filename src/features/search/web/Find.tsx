import { useState } from 'react';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import type { Found } from '../contract.ts';
import type { FindPage } from './find-sections.ts';
import { useFindKeys } from './use-find-keys.ts';

const FindDialog = lazyPart(
  async () => (await import('./FindDialog.tsx')).FindDialog,
  renderNothing,
);
const ShortcutsDialog = lazyPart(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  renderNothing,
);

interface FindOptions {
  pages: readonly FindPage[];
  pathOf: (found: Found) => string;
  onChosen: (path: string) => void;
}

/**
 * The command palette and the list of shortcuts, with the keys that open them; `open` is for a
 * button.
 */
export function useFind(options: FindOptions) {
  const [shown, setShown] = useState<'find' | 'shortcuts'>();
  const open = () => setShown('find');
  const showShortcuts = () => setShown('shortcuts');
  const close = () => setShown(undefined);
  useFindKeys({ onFind: open, onShortcuts: showShortcuts });
  const dialogs = (
    <>
      {shown === 'find' ? (
        <FindDialog {...options} onShortcuts={showShortcuts} onClose={close} />
      ) : null}
      {shown === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
    </>
  );
  return { open, dialogs };
}
