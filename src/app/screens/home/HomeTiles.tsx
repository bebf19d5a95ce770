import { useState } from 'react';
import { DEFAULT_BUTTONS } from '#features/home-buttons/defaults.ts';
import { useHomeButtons } from '#features/home-buttons/web/queries.ts';
import { say } from '#kit/web/voice/voice.ts';
import { HoldTile, LinkTile } from './HomeTile.tsx';
import './home-tiles.css';

const SKELETONS = DEFAULT_BUTTONS.map(({ buttonKey }) => buttonKey);

/** The enabled buttons by order; when they cannot be read, the last known, else the usual six. */
export function HomeTiles({ isLongPress }: { isLongPress: boolean }) {
  const { data = DEFAULT_BUTTONS, isPending } = useHomeButtons();
  const [hint, setHint] = useState('');
  const tellHint = (words: string) => {
    setHint(words);
    say('label', words);
  };
  if (isPending) return <LoadingTiles />;
  const shown = data.filter(({ isEnabled }) => isEnabled).sort((a, b) => a.order - b.order);
  const Tile = isLongPress ? HoldTile : LinkTile;
  return (
    <main className="tiles" data-count={shown.length}>
      {shown.map((button) => (
        <Tile key={button.buttonKey} button={button} onHint={tellHint} />
      ))}
      {isLongPress && (
        <p role="status" className="sr-only">
          {hint}
        </p>
      )}
    </main>
  );
}

function LoadingTiles() {
  return (
    <main className="tiles" data-count={SKELETONS.length} aria-busy="true">
      {SKELETONS.map((key) => (
        <div key={key} className="tile-skeleton skeleton" />
      ))}
      <p role="status" className="sr-only">
        Loading...
      </p>
    </main>
  );
}
