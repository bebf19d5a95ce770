import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { useLogDose } from './queries.ts';
import type { KeptPresses, Page } from './tablet-memory.ts';
import { loadTabletMemory, usePage } from './use-tablet-memory.ts';

/** Which dose: its medication and its time. */
export type DoseKey = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>;

interface Afterwards {
  /** Undo was pressed, or the server refused the answer: what was answered waits again. */
  readonly onTakenBack?: () => void;
  /** No Undo is offered. */
  readonly isFinal?: boolean;
}

/**
 * Says something of doses. It is written down on the tablet before this resolves, then delivered,
 * and what became of it is said; Undo takes all of it back. False when nothing came of it, which
 * was said too.
 */
export function useAnswerDoses() {
  const page = usePage();
  const logDirectly = useLogDirectly();
  return async (
    doses: readonly DoseKey[],
    status: LogStatus,
    afterwards: Afterwards = {},
  ): Promise<boolean> => {
    const kept = await keep(page, doses, status);
    if (kept === undefined) return logDirectly(doses, status, afterwards);
    void sayFirstTry(kept, () => void undo(kept), afterwards);
    return true;
  };

  async function undo({ presses }: KeptPresses): Promise<void> {
    const memory = await loadTabletMemory();
    if (page !== undefined) await memory.takeBack(page, presses);
  }
}

/** Undefined where this browser keeps nothing, or the way to keep it cannot be loaded. */
async function keep(page: Page | undefined, doses: readonly DoseKey[], status: LogStatus) {
  if (page === undefined) return undefined;
  try {
    return await (await loadTabletMemory()).keepPresses(page, doses, status);
  } catch {
    // Then it is sent without being kept, and a failure is said.
    return undefined;
  }
}

async function sayFirstTry(kept: KeptPresses, undo: () => void, afterwards: Afterwards) {
  const { outcome, cause } = await kept.firstTry;
  const { onTakenBack, isFinal } = afterwards;
  if (outcome === 'refused') {
    onTakenBack?.();
    return sayFailed(cause);
  }
  const takeBack = () => {
    undo();
    onTakenBack?.();
  };
  const options = isFinal ? {} : { action: { label: 'Undo', onPress: takeBack } };
  if (outcome === 'delivered') sayLogged(options);
  else toast.success('Saved on this tablet', 'It is sent when the connection is back.', options);
}

/** One call after the other, with nothing kept: what fails is said. */
function useLogDirectly() {
  const { mutateAsync } = useLogDose();
  const log = async ({ medicationId, scheduledTime }: DoseKey, status: LogStatus) => {
    try {
      await mutateAsync({ medicationId, scheduledTime, status });
      return true;
    } catch (error) {
      sayFailed(error);
      return false;
    }
  };
  return async (doses: readonly DoseKey[], status: LogStatus, afterwards: Afterwards) => {
    for (const dose of doses) if (!(await log(dose, status))) return false;
    const takeBack = async () => {
      for (const dose of doses) if (!(await log(dose, 'pending'))) return;
      afterwards.onTakenBack?.();
    };
    sayLogged(
      afterwards.isFinal ? {} : { action: { label: 'Undo', onPress: () => void takeBack() } },
    );
    return true;
  };
}

function sayLogged(options: Parameters<typeof toast.success>[2]): void {
  toast.success('Medication logged', 'Medication status has been updated.', options);
}

function sayFailed(error: unknown): void {
  toast.error('Failed to log medication', sentenceOf(error, '') || undefined);
}
