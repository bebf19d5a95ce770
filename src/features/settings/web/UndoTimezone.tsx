import undoIcon from '@phosphor-icons/core/assets/bold/arrow-counter-clockwise-bold.svg?raw';
import { useCallback } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { attempt } from '#platform/web/forms/attempt.ts';
import type { TimezoneUndo } from '../contract.ts';
import { zoneLabel, zoneName } from '../domain/time-zones.ts';
import { useUndoTimezone } from './timezone-queries.ts';
import type { SavedToast } from './use-save-setting.ts';

const FAILED = 'The timezone could not be changed back.';

const undone = ({ timezone }: TimezoneUndo) => ({
  title: 'Undone',
  text: `Reminders follow ${zoneName(timezone)} again.`,
});

/** Adds an Undo button to the toast after a time zone change. */
export function useUndoToast(): SavedToast {
  const { mutateAsync } = useUndoTimezone();
  return useCallback(
    ({ timezoneUndo: undo }) => {
      if (undo === undefined) return {};
      const press = () =>
        void attempt(() => mutateAsync(undo.changedAt), { success: undone(undo), failure: FAILED });
      return { action: { label: 'Undo', onPress: press } };
    },
    [mutateAsync],
  );
}

/** Offers the undo of the last time zone change as long as it is possible, even after a reload. */
export function UndoLine({ undo }: { undo: TimezoneUndo }) {
  const { mutateAsync } = useUndoTimezone();
  const { timezone, changedAt, until } = undo;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-help text-soft">
      {`It was ${zoneLabel(timezone)} before. You can undo the change until ${formatTime(new Date(until), timezone)} there.`}
      <ActionButton
        variant="quiet"
        icon={undoIcon}
        aria-label={`Undo, back to ${zoneLabel(timezone)}`}
        call={() => mutateAsync(changedAt)}
        success={undone(undo)}
        failure={FAILED}
      >
        Undo
      </ActionButton>
    </p>
  );
}
