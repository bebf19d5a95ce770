import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

const SHORTCUTS = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Find anything' },
  { keys: ['/'], does: 'Find anything, outside of fields' },
  { keys: ['?'], does: 'Show this list, outside of fields' },
  { keys: ['Esc'], does: 'Close what is open, or give up a change' },
  { keys: ['Enter'], does: 'Save what is typed in a form of one line' },
  { keys: ['Tab'], does: 'Go on; the first one of a page skips to the content' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog
      title="Keyboard shortcuts"
      width="narrow"
      onClose={onClose}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      <dl className="mb-5 divide-y divide-line">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <dt className="flex w-40 flex-none flex-wrap gap-2">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-badge border border-line-strong bg-ground px-2.5 py-0.5 font-sans font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="min-w-0 flex-1 basis-40">{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Shortcuts of one key"
        description="/ and ? alone. Kept on this device."
        isSelected={areOn}
        onChange={(on) => {
          setOn(on);
          setSingleKeys(on);
        }}
      />
    </Dialog>
  );
}
