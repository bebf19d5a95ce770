import type { QueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { LogStatus } from '../contract.ts';
import { pageOf, type TabletPage } from './tablet-page.ts';
import {
  type DoseKey,
  type KeptPresses,
  keepPresses,
  newPress,
  takeBack,
} from './tablet-presses.ts';

export interface Afterwards {
  /** Undo was pressed, or the server refused the answer: what was answered waits again. */
  readonly onTakenBack?: () => void;
  /** No Undo is offered. */
  readonly isFinal?: boolean;
}

/**
 * Says something of doses. It is written down on the tablet before this resolves, then delivered,
 * and what became of it is said; Undo takes all of it back.
 */
export async function answerDoses(
  client: QueryClient,
  doses: readonly DoseKey[],
  status: LogStatus,
  afterwards: Afterwards,
): Promise<void> {
  const page = pageOf(client);
  if (page === undefined) throw new Error('nobody is signed in');
  let kept: KeptPresses;
  try {
    kept = await keepPresses(page, doses, status);
  } catch {
    // A browser that keeps nothing: then it is sent without, and fails where it cannot be.
    return sendUnkept(page, doses, status, afterwards);
  }
  void sayFirstTry(page, kept, afterwards);
}

async function sayFirstTry(
  page: TabletPage,
  { presses, firstTry }: KeptPresses,
  { onTakenBack, isFinal }: Afterwards,
): Promise<void> {
  const { outcome, cause } = await firstTry;
  if (outcome === 'refused') {
    onTakenBack?.();
    return sayFailed(cause);
  }
  const onPress = () => {
    void takeBack(page, presses);
    onTakenBack?.();
  };
  const undo = isFinal ? undefined : onPress;
  if (outcome === 'delivered') sayLogged(undo);
  else
    toast.success(
      'Saved on this tablet',
      'It is sent when the connection is back.',
      withUndo(undo),
    );
}

async function sendUnkept(
  page: TabletPage,
  doses: readonly DoseKey[],
  status: LogStatus,
  { onTakenBack, isFinal }: Afterwards,
): Promise<void> {
  for (const dose of doses) {
    const press = { ...newPress(page.owner, dose, status), number: 0 };
    await page.post(press, undefined);
    page.delivered(press);
  }
  const undo = () =>
    sendUnkept(page, doses, 'pending', { isFinal: true }).then(onTakenBack, sayFailed);
  sayLogged(isFinal ? undefined : () => void undo());
}

function sayLogged(undo: (() => void) | undefined): void {
  toast.success('Medication logged', 'Medication status has been updated.', withUndo(undo));
}

function withUndo(undo: (() => void) | undefined) {
  return undo === undefined ? {} : { action: { label: 'Undo', onPress: undo } };
}

/** Says that something of a dose was not logged, with the server's reason where it gave one. */
function sayFailed(cause: unknown): void {
  toast.error('Failed to log medication', sentenceOf(cause, '') || undefined);
}
