import type { ReactNode, RefObject } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { ShowMore } from '#kit/web/ui/ShowMore.tsx';
import { ActivityError } from './ActivityError.tsx';
import './activity-page.css';

/** How many entries of a list an elder sees. */
export const MOST_SHOWN = 6;

/** What stands around the content of every activity, given by the screen. */
export interface ActivityParts {
  /** The bar with the way home. */
  readonly top: ReactNode;
  /** The Continue / End bar. */
  readonly bottom: ReactNode;
  /** For the bar above what is opened. */
  readonly clock: ReactNode;
  /** A reminder stands above the screen: nothing below it may sound. */
  readonly isHeld: boolean;
  readonly icon: string;
  /** Whether the server answers. */
  readonly isConnected: boolean;
}

interface ActivityPageProps extends ActivityParts {
  hasFailed: boolean;
  children: ReactNode;
}

/** An activity before one thing of it is opened. */
export function ActivityPage({ top, bottom, hasFailed, children }: ActivityPageProps) {
  return (
    <>
      <div inert={hasFailed} className="activity">
        {top}
        <main className="activity-main">{children}</main>
        <ShowMore above={bottom} />
      </div>
      {hasFailed && <ActivityError />}
    </>
  );
}

interface ActivityListProps<Item> {
  /** Undefined: not read yet. */
  items: readonly Item[] | undefined;
  parts: ActivityParts;
  hasFailed: boolean;
  variant: 'cards' | 'rows';
  /** Such as 'Loading videos...' */
  loading: string;
  listRef: RefObject<HTMLUListElement | null>;
  /** What is said below the list. */
  note?: ReactNode;
  entryOf: (item: Item) => ReactNode;
}

/** The first six of a list, or the places where they will stand, or that there is none. */
export function ActivityList<Item extends { id: string }>(props: ActivityListProps<Item>) {
  const { items, parts, hasFailed, variant } = props;
  const hasNothing = items === undefined && hasFailed;
  return (
    <ActivityPage {...parts} hasFailed={hasNothing}>
      {items === undefined && <Places variant={variant} words={props.loading} />}
      {items?.length === 0 && <NoContent icon={parts.icon} />}
      {items !== undefined && items.length > 0 && (
        <>
          <ul ref={props.listRef} className="activity-list pan-list" data-variant={variant}>
            {items.slice(0, MOST_SHOWN).map((item) => (
              <li key={item.id}>{props.entryOf(item)}</li>
            ))}
          </ul>
          {props.note}
        </>
      )}
    </ActivityPage>
  );
}

/** Instead of content, where there is none. */
export function NoContent({ icon }: { icon: string }) {
  return (
    <div className="forced-border activity-empty">
      <span className="activity-arch">
        <Icon of={icon} />
      </span>
      <p>No content available</p>
      <p className="font-normal text-elder text-soft">
        There is nothing here right now. Your family or care team can add something.
      </p>
    </div>
  );
}

const PLACES = Array.from({ length: MOST_SHOWN }, (_, index) => index);

function Places({ variant, words }: { variant: 'cards' | 'rows'; words: string }) {
  return (
    <div aria-busy="true">
      <p role="status" className="activity-loading">
        {words}
      </p>
      <div className="activity-list" data-variant={variant}>
        {PLACES.map((index) => (
          <div key={index} aria-hidden="true" className="activity-place skeleton" />
        ))}
      </div>
    </div>
  );
}
