import type { QueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#kit/web/api.ts';
import type { KeptEntries } from '#kit/web/offline/outbox.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { LogStatus } from '../../contract.ts';
import { NOT_SAVED } from '../../said-messages.ts';
import type { Said } from '../dose-store.ts';
import {
  type DoseKey,
  doseOutbox,
  oneMore,
  pageOf,
  said,
  type TabletPage,
  takenBack,
} from './dose-outbox.ts';
import { noteFailedAnswers } from './failed-answers.ts';
import { forgetTakenBefore, wasTakenBefore } from './taken-before.ts';

export interface Afterwards {
  /** Undo was pressed, or the server refused the answer: what was answered waits again. */
  readonly onTakenBack?: () => void;
  /** What was said of what, by name; see `saidMessage`. */
  readonly about?: string;
  /** The screen shows it in its place: only what went wrong or waits is said. */
  readonly isSeen?: boolean;
  /** Taken although somebody had said so already. */
  readonly isOneMore?: boolean;
  /** The message has no Undo: the screen offers it in another place, or this is one. */
  readonly isFinal?: boolean;
}

/**
 * Says something of doses. It is written down on the tablet before this resolves, then delivered,
 * and what became of it is said; Undo takes all of it back. False where it could not be written: it
 * is then sent all the same, but a page that starts anew asks again.
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
      body: isOneMore ? oneMore(dose) : said(dose, status),
    })),
  );
  void sayFirstTry(page, kept, afterwards);
  return kept.areWritten;
}

async function sayFirstTry(
  page: TabletPage,
  { entries: kept, areWritten, firstTry }: KeptEntries<Said>,
  { onTakenBack, about, isFinal, isSeen }: Afterwards,
): Promise<void> {
  const { outcome, cause } = await firstTry;
  // What somebody else had said is asked about, and theirs to take back.
  const entries = kept.filter((entry) => !wasTakenBefore(entry));
  if (entries.length === 0) return;
  if (outcome === 'refused') {
    onTakenBack?.();
    noteFailedAnswers(entries, true);
    return sayFailed(cause);
  }
  const onPress = () => {
    void doseOutbox.takeBack(page, entries, takenBack);
    onTakenBack?.();
  };
  const options = optionsOf(about, isFinal ? undefined : onPress);
  if (outcome === 'delivered' && isSeen) return;
  if (outcome === 'delivered') sayLogged(options);
  else if (!areWritten)
    toast.info('Not sent yet', 'Please leave this tablet on. It goes on trying.', options);
  else toast.success('Saved on this tablet', 'It is sent when the connection is back.', options);
}

function sayLogged(options: ReturnType<typeof optionsOf>): void {
  toast.success('Medication logged', 'Medication status has been updated.', options);
}

function optionsOf(about: string | undefined, undo: (() => void) | undefined) {
  return {
    ...(about === undefined ? {} : { about }),
    ...(undo === undefined ? {} : { action: { label: 'Undo', onPress: undo } }),
  };
}

/** Says that something of a dose was not logged, with the server's reason where it gave one. */
function sayFailed(cause: unknown): void {
  toast.error('Failed to log medication', sentenceOf(cause, NOT_SAVED));
}
