import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { toast } from '#platform/web/toasts.ts';
import type { TimezoneEffects } from '../contract.ts';
import { needsQuestion, timezoneQuestion } from '../domain/timezone-messages.ts';
import { previewTimezone } from './timezone-queries.ts';

interface Wanted {
  /** The saved time zone at the time of the choice. */
  readonly from: string;
  readonly timezone: string;
  /** Undefined while loading. */
  readonly effects?: TimezoneEffects;
}

interface AskedTimezone {
  /** The chosen time zone before the confirmation. */
  readonly wanted: string | undefined;
  readonly ask: (timezone: string) => void;
  readonly question: ReactNode;
}

/** Asks for confirmation of a time zone that moves reminders, before it is saved. */
export function useConfirmedTimezone(
  saved: string,
  save: (timezone: string) => Promise<void>,
): AskedTimezone {
  const [wanted, setWanted] = useState<Wanted>();
  const latest = useRef<Wanted>(undefined);
  const want = (next: Wanted | undefined) => {
    latest.current = next;
    setWanted(next);
  };
  const ask = async (timezone: string) => {
    const choice: Wanted = { from: saved, timezone };
    want(timezone === saved ? undefined : choice);
    if (timezone === saved) return;
    try {
      const effects = await previewTimezone(timezone);
      // If another time zone was chosen meanwhile, the effects of this one are ignored.
      if (latest.current !== choice) return;
      if (needsQuestion(effects)) return want({ ...choice, effects });
      want(undefined);
      await save(timezone);
    } catch {
      if (latest.current !== choice) return;
      want(undefined);
      toast.error('Error', 'Failed to update settings');
    }
  };
  // The question is discarded if another administrator changed the time zone meanwhile, because the
  // effects are different then.
  const current = wanted?.from === saved ? wanted : undefined;
  const question = current?.effects ? (
    <ConfirmDialog
      title="Change the timezone?"
      text={timezoneQuestion(current.effects, { from: saved, to: current.timezone })}
      action="Change timezone"
      call={() => save(current.timezone)}
      onClose={() => want(undefined)}
    />
  ) : null;
  return { wanted: current?.timezone, ask: (timezone) => void ask(timezone), question };
}
