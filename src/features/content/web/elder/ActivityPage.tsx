import './activity-list.css';
import type { ReactNode } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ShowMore } from '#platform/web/ui/ShowMore.tsx';
import { ActivityError } from './ActivityError.tsx';
import { useOpened } from './use-item-viewer.ts';

/** Maximum number of entries that an elder sees. */
export const MAX_SHOWN = 6;

/** The elements around the content of an activity, supplied by the screen. */
export interface ActivityParts {
  /** The bar with the Home button. */
  readonly top: ReactNode;
  /** The Continue / End bar. */
  readonly bottom: ReactNode;
  /** Shown in the bar above an opened entry. */
  readonly clock: ReactNode;
  /** True while a reminder is shown above the screen: no media may play. */
  readonly isHeld: boolean;
  readonly icon: string;
  /** True if the server answers. */
  readonly isConnected: boolean;
}

interface ActivityPageProps extends ActivityParts {
  hasFailed: boolean;
  children: ReactNode;
}

/** Layout of a screen that has at least the height of the viewport. */
const SCREEN = 'flex min-h-[calc(100dvh-var(--above,0rem))] flex-col';

/** An activity without an opened entry. */
export function ActivityPage({ top, bottom, hasFailed, children }: ActivityPageProps) {
  return (
    <>
      <div inert={hasFailed} className={SCREEN}>
        {top}
        <main className="activity-main">{children}</main>
        <ShowMore above={bottom} />
      </div>
      {hasFailed && <ActivityError />}
    </>
  );
}

interface ActivityListProps<Item> {
  /** `data` is undefined while loading. */
  query: { readonly data: readonly Item[] | undefined; readonly isError: boolean };
  parts: ActivityParts;
  variant: 'cards' | 'rows';
  /** Text while the list is loading, for example 'Loading videos...' */
  loading: string;
  /** Shown below the list. */
  note?: ReactNode;
  entryOf: (item: Item, onOpen: () => void) => ReactNode;
  /** Renders one entry in full screen, with the controls below it. */
  openedOf: (item: Item, onClose: () => void) => ReactNode;
}

/**
 * Shows the first six entries, placeholders while loading, a message if there are none, or the
 * opened entry.
 */
export function ActivityList<Item extends { id: string }>(props: ActivityListProps<Item>) {
  const { query, parts, variant } = props;
  const { opened, list, open, close } = useOpened<Item>();
  if (opened !== undefined) return <div className={SCREEN}>{props.openedOf(opened, close)}</div>;
  const items = query.data;
  return (
    <ActivityPage {...parts} hasFailed={items === undefined && query.isError}>
      {items === undefined && <Places variant={variant} words={props.loading} />}
      {items?.length === 0 && <NoContent icon={parts.icon} />}
      {items !== undefined && items.length > 0 && (
        <>
          <ul ref={list} className="pan-list activity-list" data-variant={variant}>
            {items.slice(0, MAX_SHOWN).map((item) => (
              <li key={item.id}>{props.entryOf(item, () => open(item))}</li>
            ))}
          </ul>
          {props.note}
        </>
      )}
    </ActivityPage>
  );
}

export function NoContent({ icon }: { icon: string }) {
  return (
    <div className="forced-border grid min-h-112 content-center justify-items-center gap-6 rounded-card bg-surface px-4 py-10 text-center font-bold text-[2.25rem] leading-[1.15] shadow-e1 tablet:text-bar">
      <Arch icon={icon} />
      <p>No content available</p>
      <p className="font-normal text-elder text-soft">
        There is nothing here right now. Your family or care team can add something.
      </p>
    </div>
  );
}

interface ArchProps {
  icon: string;
  /** If true, the icon is smaller on a phone, so that the content below it is visible. */
  isSmall?: boolean;
}

/** The icon of the section in an arch. */
export function Arch({ icon, isSmall = false }: ArchProps) {
  const small = isSmall ? 'max-tablet:h-33 max-tablet:w-30 max-tablet:text-[4.5rem]' : '';
  return (
    <span
      className={`grid h-50 w-45 place-items-center rounded-t-[5.625rem] rounded-b-press bg-key-tint text-[6.5rem] text-key [--glyph:var(--color-white)] [--icon-weight:2] ${small}`}
    >
      <Icon of={icon} />
    </span>
  );
}

const PLACES = Array.from({ length: MAX_SHOWN }, (_, index) => index);

function Places({ variant, words }: { variant: 'cards' | 'rows'; words: string }) {
  return (
    <div aria-busy="true" className="flex flex-1 flex-col">
      <p role="status" className="mb-4 text-[1.625rem]">
        {words}
      </p>
      <div className="activity-list" data-variant={variant}>
        {PLACES.map((index) => (
          <div
            key={index}
            aria-hidden="true"
            className={`skeleton rounded-card ${variant === 'cards' ? 'min-h-50' : 'activity-row'}`}
          />
        ))}
      </div>
    </div>
  );
}
