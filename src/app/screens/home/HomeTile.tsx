import { Link } from 'wouter';
import type { HomeButton } from '#features/home-buttons/contract.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { isShort } from './label-size.ts';
import { sectionIcon } from './section-icons.ts';

export interface TileProps {
  button: Omit<HomeButton, 'id'>;
  /** Called to speak a hint about how the tile is opened. */
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

/** DOM id of the sentence that explains why tiles are disabled. */
export const CALM_NOTE = 'calm-note';

/** A disabled tile, which stays at its usual position. */
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
  return (
    <>
      <span className="tile-arch">
        <Icon of={sectionIcon(button.buttonKey)} />
      </span>
      <span className="tile-label" data-short={isShort(button.label)}>
        {button.label}
      </span>
    </>
  );
}

export function classOf({ buttonKey }: TileProps['button']): string {
  return `tile forced-border key-${buttonKey}`;
}

/**
 * Returns the path of the button. Only paths of the product are allowed; others are replaced by the
 * home screen.
 */
export function routeOf({ route }: TileProps['button']): string {
  return /^\/(?!\/)/.test(route) ? route : '/';
}
