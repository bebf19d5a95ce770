import { Link } from 'wouter';
import type { HomeButton } from '#features/home-buttons/contract.ts';
import { lettersInTwoLines } from '#kit/web/two-lines.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { sectionIcon } from './section-icons.ts';

/** How wide a letter of a label is, at most on average. */
const LETTER_EM = 0.56;

/** On a phone, a longer label takes two lines and a higher tile. */
const ONE_LINE = 8;

export interface TileProps {
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

/** The id of the sentence that says why tiles are calm. */
export const CALM_NOTE = 'calm-note';

/** A tile that opens nothing for now, in the place where the elder knows it. */
export function CalmTile({ button, onHint }: { button: TileProps['button']; onHint: () => void }) {
  return (
    <button
      type="button"
      className={`tile-calm ${classOf(button)}`}
      aria-disabled="true"
      aria-describedby={CALM_NOTE}
      onClick={onHint}
    >
      <Face button={button} />
    </button>
  );
}

export function Face({ button }: Pick<TileProps, 'button'>) {
  const { label } = button;
  return (
    <>
      <span className="tile-arch">
        <Icon of={sectionIcon(button.buttonKey)} />
      </span>
      <span className="tile-label" data-long={label.length > ONE_LINE}>
        <span style={{ fontSize: sizeOf(label) }}>{label}</span>
      </span>
    </>
  );
}

/** The full size of a label, or as much of it as lets it fit beside the arch in two lines. */
function sizeOf(label: string): string {
  return `max(1.5rem, min(1em, var(--label-room) / ${lettersInTwoLines(label) * LETTER_EM}))`;
}

export function classOf({ buttonKey }: TileProps['button']): string {
  return `tile forced-border key-${buttonKey}`;
}

/** A button leads to a screen of the product, never out of it. */
export function routeOf({ route }: TileProps['button']): string {
  return /^\/(?!\/)/.test(route) ? route : '/';
}
