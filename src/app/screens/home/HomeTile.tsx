import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import type { HomeButton } from '#features/home-buttons/contract.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useLongPress } from '#kit/web/use-long-press.ts';
import { sectionIcon } from './section-icons.ts';

/** Labels beyond this do not fit beside the arch in the large size. */
const LONG_LABEL = 16;
const LONG_WORD = 8;

interface TileProps {
  button: Omit<HomeButton, 'id'>;
  /** Says aloud how a tile is opened. */
  onHint: (hint: string) => void;
}

/** One of the large buttons of the home screen. */
export function LinkTile({ button }: TileProps) {
  return (
    <Link href={routeOf(button)} className={classOf(button)}>
      <Face button={button} />
    </Link>
  );
}

/** The same where only a long press counts: it fills while it is held. */
export function HoldTile({ button, onHint }: TileProps) {
  const [, navigate] = useLocation();
  const hintId = useId();
  const { isHolding, handlers } = useLongPress({
    onOpen: () => navigate(routeOf(button)),
    onHint: () => onHint(`Press ${button.label} and keep holding to open it.`),
  });
  return (
    <button
      type="button"
      className={`tile-hold ${classOf(button)}`}
      data-holding={isHolding}
      aria-describedby={hintId}
      {...handlers}
    >
      <span className="tile-fill" />
      {isHolding && <span className="tile-keep">Keep holding</span>}
      <Face button={button} />
      <span id={hintId} hidden>
        Press and hold to open
      </span>
    </button>
  );
}

function Face({ button }: Pick<TileProps, 'button'>) {
  const { label } = button;
  const isLong =
    label.length > LONG_LABEL || label.split(/\s/).some(({ length }) => length > LONG_WORD);
  return (
    <>
      <span className="tile-arch">
        <Icon of={sectionIcon(button.buttonKey)} />
      </span>
      <span className="tile-label" data-long={isLong}>
        {label}
      </span>
    </>
  );
}

function classOf({ buttonKey }: TileProps['button']): string {
  return `tile forced-border key-${buttonKey}`;
}

/** A button leads to a screen of the product, never out of it. */
function routeOf({ route }: TileProps['button']): string {
  return /^\/(?!\/)/.test(route) ? route : '/';
}
