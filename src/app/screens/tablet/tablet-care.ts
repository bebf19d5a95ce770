import type { QueryClient } from '@tanstack/react-query';
import { keepEventsAhead } from '#features/calendar/web/events-ahead.ts';
import { listsAtHand } from '#features/library/web/queries.ts';
import { photosAtHand } from '#features/photos/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { keepScreenOn } from '#kit/web/keep-screen-on.ts';
import { type PersistedAnswer, picturesIn } from '#kit/web/offline/persistence-rules.ts';
import { keepPictures } from '#kit/web/offline/picture-cache.ts';
import { persistQueries } from '#kit/web/offline/query-persistence.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { followUpdates } from './follow-updates.ts';
import { watchHands } from './hands.ts';
import { mayTakeUpdate } from './update-time.ts';
import { MOST_PICTURES, persistedQueries } from './what-is-kept.ts';

/** What no screen shows at the moment is read again for the tablet this often, in milliseconds. */
const READ_AGAIN_MS = 3_600_000;

interface Person {
  /** Whose answers are kept. */
  readonly owner: string;
  readonly isElder: boolean;
  readonly isCareOnly: boolean;
}

/** Begins what a tablet needs to go on by itself. Returns what ends it. */
export function keepTabletUp(client: QueryClient, person: Person): () => void {
  const { owner, isElder, isCareOnly } = person;
  const hands = watchHands();
  const timezoneKnown = () => client.getQueryData<Settings>(['settings'])?.timezone;
  const updates = followUpdates(() => {
    const timezone = timezoneKnown();
    // When it is night is a matter of the household's timezone.
    if (timezone === undefined) return false;
    return mayTakeUpdate({
      now: new Date(serverNow()),
      timezone,
      path: window.location.pathname,
      isSomethingOpen: document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
      idleMs: hands.restingMs(),
    });
  });
  const ends = [
    hands.end,
    updates,
    persistQueries(client, {
      owner,
      rules: persistedQueries(isElder),
      onKept: picturesAtHand(),
    }),
    // Nothing but care is open to the tablet of an expired household.
    ...(isCareOnly ? [] : [listsReadAgain(client), keepEventsAhead(client, timezoneKnown)]),
    ...(isElder ? [keepScreenOn()] : []),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Fetches the pictures of what was kept, one list after the other. */
function picturesAtHand(): (answers: readonly PersistedAnswer[]) => void {
  let known = '';
  let running = Promise.resolve();
  return (answers) => {
    const pictures = picturesIn(answers.map(({ data }) => data));
    if (pictures.join() === known) return;
    known = pictures.join();
    running = running
      .then(() => keepPictures(pictures, MOST_PICTURES))
      .catch(() => {
        // Without a line, or on a full tablet: the next list tries again.
        known = '';
      });
  };
}

/** What no screen shows is read now and again. */
function listsReadAgain(client: QueryClient): () => void {
  const read = () => {
    // Without a connection what the tablet has is the newest.
    Promise.all([listsAtHand(client), photosAtHand(client)]).catch(() => undefined);
  };
  read();
  const timer = setInterval(read, READ_AGAIN_MS);
  return () => clearInterval(timer);
}
