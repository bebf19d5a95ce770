import { useMemo, useState } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatDay, formatTime, isTimezone } from '#platform/shared/zoned-time.ts';
import { SearchSelect } from '#platform/web/ui/SearchSelect.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { TimezoneUndo } from '../contract.ts';
import { SETTING_WORDS } from '../domain/messages.ts';
import { fitsTyped, zoneChoices } from '../domain/time-zones.ts';
import { UndoLine, useUndoToast } from './UndoTimezone.tsx';
import { useChosenSetting } from './use-chosen-setting.ts';
import { useConfirmedTimezone } from './use-confirmed-timezone.tsx';

interface TimezoneSettingProps {
  saved: string;
  undo: TimezoneUndo | undefined;
}

/**
 * A searchable list of time zones with the current time; a change that moves reminders needs a
 * confirmation.
 */
export function TimezoneSetting({ saved, undo }: TimezoneSettingProps) {
  const undoToast = useUndoToast();
  const { value, choose } = useChosenSetting(saved, (timezone) => ({ timezone }), undoToast);
  const change = useConfirmedTimezone(saved, choose);
  const [isWanted, setWanted] = useState(false);
  const now = useNow(MINUTE_MS);
  const options = useMemo(() => optionsFor(saved, isWanted), [saved, isWanted]);
  const shown = change.wanted ?? value;
  return (
    <div className="grid gap-2">
      <SearchSelect
        label={SETTING_WORDS.timezone}
        description={`It is ${formatTime(now, shown)} there now, ${formatDay(now, shown)}. Every reminder follows this clock.`}
        nothingFound="No timezone of that name. Try the nearest large city."
        options={options}
        value={shown}
        fits={fitsTyped}
        onChange={change.ask}
        onWanted={() => setWanted(true)}
      />
      {undo !== undefined && now.toISOString() <= undo.until ? <UndoLine undo={undo} /> : null}
      {change.question}
    </div>
  );
}

/**
 * Returns the options of the list. While the list is closed, only the saved zone is included,
 * because computing the labels of all zones is slow.
 */
function optionsFor(saved: string, isWanted: boolean) {
  const known = isWanted ? Intl.supportedValuesOf('timeZone') : [];
  return zoneChoices(known, saved).map(({ zone, label }) => ({
    value: zone,
    label,
    ...(isWanted ? { note: commonName(zone) } : {}),
  }));
}

/**
 * Returns the common name of a zone, such as 'India Standard Time', so that the zone can be found
 * without the name of its city.
 */
function commonName(zone: string): string {
  // This browser may not know the saved zone.
  if (!isTimezone(zone)) return '';
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
