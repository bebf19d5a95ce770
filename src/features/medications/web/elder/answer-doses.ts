import type { QueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#platform/web/api.ts';
import type { StoredEntries } from '#platform/web/offline/outbox.ts';
import type { WaitReason } from '#platform/web/offline/outbox-rules.ts';
import { WAIT_MESSAGES } from '#platform/web/offline/SavedHere.tsx';
import { toast } from '#platform/web/toasts.ts';
import type { LogStatus } from '../../contract.ts';
import { NOT_SAVED } from '../../domain/answer-messages.ts';
import { type DosePress, shownDoses, watchShownDoses } from '../dose-store.ts';
import {
  createPress,
  type DoseKey,
  doseOutbox,
  oneMore,
  pageOf,
  type TabletPage,
  takenBack,
} from './dose-outbox.ts';
import { setFailedAnswers } from './failed-answers.ts';
import { forgetTakenBefore, wasTakenBefore } from './taken-before.ts';

export interface Afterwards {
  /** Called if Undo was pressed or the server refused the answer: the doses are pending again. */
  readonly onTakenBack?: () => void;
  /** The title of the message; see `saidMessage`. */
  readonly about?: string;
  /** The path of a screen that shows the result itself, so the message is not needed there. */
  readonly seenOn?: string;
  /**
   * True if the dialog itself shows that the answer was saved; a message appears only if saving
   * fails.
   */
  readonly isSeen?: boolean;
  /** True if the dose was taken knowingly although it had been logged as taken before. */
  readonly isOneMore?: boolean;
  /**
   * True if the message has no Undo, because the screen offers Undo elsewhere or this answer is
   * itself an undo.
   */
  readonly isFinal?: boolean;
}

/**
 * Answers doses. The answers are stored on the tablet before the promise resolves, then delivered.
 * One message shows the result, and its Undo reverts all of them. Resolves to false if they could
 * not be stored: they are sent anyway, but after a reload the reminder asks again.
 */
export async function answerDoses(
  client: QueryClient,
  doses: readonly DoseKey[],
  status: LogStatus,
  { isOneMore, ...afterwards }: Afterwards,
): Promise<boolean> {
  const page = pageOf(client);
  if (page === undefined) throw new Error('nobody is signed in');
  forgetTakenBefore(doses);
  const kept = await doseOutbox.keep(
    page,
    doses.map((dose) => ({
      body: isOneMore ? oneMore(dose) : createPress(dose, status),
    })),
  );
  void showResult(page, kept, afterwards);
  return kept.areWritten;
}

/** Shows the progress of an answer in one message until it is saved, refused or undone. */
async function showResult(
  page: TabletPage,
  { entries: kept, areWritten, firstTry }: StoredEntries<DosePress>,
  { onTakenBack, about = 'Your answer', seenOn, isFinal, isSeen }: Afterwards,
): Promise<void> {
  const place = seenOn === undefined ? {} : { seenOn };
  const showBusy = () => toast.busy('Medication logged', 'Saving…', { about, ...place });
  const first = isSeen ? undefined : showBusy();
  const { outcome, cause } = await firstTry;
  if (outcome === 'refused') {
    onTakenBack?.();
    const reason = sentenceOf(cause, NOT_SAVED);
    setFailedAnswers(kept, reason);
    toast.error('Failed to log medication', reason, place);
    return;
  }
  if (outcome === 'delivered' && first === undefined) return;
  const id = first ?? showBusy();
  const undo = () => {
    stop();
    void doseOutbox.takeBack(page, notTakenBefore(kept), takenBack);
    onTakenBack?.();
  };
  const action = isFinal ? {} : { action: { label: 'Undo', onPress: undo } };
  const stop = followEntries(kept, (waits, isDelivered) => {
    // If the dose had been logged as taken already, a question takes the place of the message.
    if (isDelivered && notTakenBefore(kept).length === 0) return toast.closeIf(id);
    toast.change(id, { ...(isDelivered ? SAVED : waitMessage(waits, areWritten)), ...action });
  });
}

const notTakenBefore = (entries: StoredEntries<DosePress>['entries']) =>
  entries.filter((entry) => !wasTakenBefore(entry));

/**
 * Calls `tell` now and after each change until all entries are delivered; returns a function that
 * stops it.
 */
function followEntries(
  entries: StoredEntries<DosePress>['entries'],
  tell: (waits: WaitReason | undefined, isDelivered: boolean) => void,
): () => void {
  const keys = new Set(entries.map(({ key }) => key));
  let last: WaitReason | 'delivered' | undefined;
  const look = () => {
    const left = shownDoses().presses.find(({ key }) => keys.has(key));
    const state = left ? left.waits : 'delivered';
    if (left === undefined) stop();
    if (state === last) return;
    last = state;
    tell(left?.waits, left === undefined);
  };
  const stop = watchShownDoses(look);
  look();
  return stop;
}

const SAVED = {
  kind: 'success',
  description: 'Saved.',
  more: '',
  announcement: 'Medication logged. Medication status has been updated.',
} as const;

/** Short versions of `WAIT_MESSAGES` for a message strip of one line. */
const STRIP_MESSAGES: typeof WAIT_MESSAGES = {
  ...WAIT_MESSAGES,
  'cut-off': ['Kept here.', 'Sent when the internet is back.'],
  'put-off': ['Kept here.', 'It is sent again by itself.'],
};

function waitMessage(waits: WaitReason | undefined, areWritten: boolean) {
  const [description, more] = STRIP_MESSAGES[waits ?? 'slow'];
  return {
    kind: waits === undefined || waits === 'slow' ? ('busy' as const) : ('kept' as const),
    description: areWritten || waits === 'slow' ? description : 'Not sent yet.',
    more: areWritten ? more : 'Please leave this tablet on.',
  };
}
