import { Suspense, useState } from 'react';
import { DEFAULT_BUTTONS } from '#features/home-buttons/domain/defaults.ts';
import { useHomeButtons } from '#features/home-buttons/web/queries.ts';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { speakText } from '#platform/web/voice/voice.ts';
import { CALM_NOTE, CalmTile, LinkTile } from './HomeTile.tsx';
import { labelAttributes } from './label-size.ts';
import './home-tiles.css';

// Loaded lazily, because few families enable the long press.
const HoldTile = lazyComponent(async () => (await import('./HoldTile.tsx')).HoldTile);

const SKELETONS = DEFAULT_BUTTONS.map(({ buttonKey }) => buttonKey);

const OPENS_AGAIN = 'This opens again when the subscription is renewed.';

/**
 * The enabled buttons in order. If they cannot be loaded, shows the last known ones or the default
 * six.
 */
export function HomeTiles(props: { isLongPress: boolean }) {
  return (
    <Suspense fallback={<LoadingTiles />}>
      <Tiles {...props} />
    </Suspense>
  );
}

function Tiles({ isLongPress }: { isLongPress: boolean }) {
  const { data = DEFAULT_BUTTONS, isPending } = useHomeButtons();
  const isCareOnly = useCurrentUser().data?.isCareOnly ?? false;
  const [hint, setHint] = useState('');
  const tellHint = (words: string) => {
    setHint(words);
    speakText('label', words);
  };
  if (isPending) return <LoadingTiles />;
  const shown = data.filter(({ isEnabled }) => isEnabled).sort((a, b) => a.order - b.order);
  const Tile = isLongPress ? HoldTile : LinkTile;
  return (
    <>
      <main
        className="tiles"
        {...labelAttributes(shown.map(({ label }) => label))}
        data-count={shown.length}
        data-note={isCareOnly}
      >
        {isCareOnly && (
          <p className="tiles-note" id={CALM_NOTE}>
            {OPENS_AGAIN}
          </p>
        )}
        {shown.map((button) =>
          isCareOnly && button.buttonKey !== 'myday' ? (
            <CalmTile key={button.buttonKey} button={button} onHint={() => tellHint(OPENS_AGAIN)} />
          ) : (
            <Tile key={button.buttonKey} button={button} onHint={tellHint} />
          ),
        )}
      </main>
      {isLongPress && (
        <p role="status" className="sr-only">
          {hint}
        </p>
      )}
    </>
  );
}

function LoadingTiles() {
  return (
    <main className="tiles" aria-busy="true">
      {SKELETONS.map((key) => (
        <div key={key} className="tile-skeleton skeleton" />
      ))}
      <p role="status" className="sr-only">
        Loading...
      </p>
    </main>
  );
}
