import { useMemo, useState } from 'react';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { formatDay, formatTime } from '#kit/shared/zoned-time.ts';
import { SearchSelect } from '#kit/web/ui/SearchSelect.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { SETTING_WORDS } from '../messages.ts';
import { fitsTyped, zoneChoices } from '../time-zones.ts';
import { useChosenSetting } from './use-chosen-setting.ts';

/** The timezone, found by typing; beside it what time it is there. */
export function TimezoneSetting({ saved }: { saved: string }) {
  const { value, choose } = useChosenSetting(saved, (timezone) => ({ timezone }));
  const [isWanted, setWanted] = useState(false);
  const now = useNow(MINUTE_MS);
  const options = useMemo(() => optionsFor(saved, isWanted), [saved, isWanted]);
  return (
    <SearchSelect
      label={SETTING_WORDS.timezone}
      description={`It is ${formatTime(now, value)} there now, ${formatDay(now, value)}. Every reminder follows this clock.`}
      nothingFound="No timezone of that name. Try the nearest large city."
      options={options}
      value={value}
      fits={fitsTyped}
      onChange={choose}
      onWanted={() => setWanted(true)}
    />
  );
}

/** Naming all zones takes a moment, so they come when the list is wanted. */
function optionsFor(saved: string, isWanted: boolean) {
  const known = isWanted ? Intl.supportedValuesOf('timeZone') : [];
  return zoneChoices(known, saved).map(({ zone, label }) => ({
    value: zone,
    label,
    ...(isWanted ? { note: commonName(zone) } : {}),
  }));
}

/** 'India Standard Time': by it a zone is found whose city nobody thinks of. */
function commonName(zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
