import gear from '@phosphor-icons/core/assets/bold/gear-six-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { showTheSame, zoneName } from '#features/settings/time-zones.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { ButtonLink } from '#kit/web/ui/ButtonLink.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { Device, Person } from '../contract.ts';
import { useAllElders, useDevicesAtTimes } from './queries.ts';

/** Says of each tablet whose own clock goes by another zone than the household. */
export function TabletZones() {
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const elders = useAllElders();
  return elders.map((elder) => <ZonesOf key={elder.id} elder={elder} timezone={timezone} />);
}

function ZonesOf({ elder, timezone }: { elder: Person; timezone: string }) {
  const { data = [] } = useDevicesAtTimes(elder.id);
  return data.map((device) => (
    <ZoneWarning key={device.id} device={device} firstName={elder.firstName} timezone={timezone} />
  ));
}

interface ZoneWarningProps {
  device: Device;
  firstName: string;
  timezone: string;
}

/** The reminders follow the household's clock, and the tablet's own says something else. */
export function ZoneWarning({ device, firstName, timezone }: ZoneWarningProps) {
  const now = useNow(MINUTE_MS);
  const { timezone: own, kind } = device;
  if (own === null || kind !== 'tablet' || showTheSame(own, timezone, now)) return null;
  return (
    <div
      role="status"
      className="flex w-full flex-wrap items-center gap-3 rounded-box bg-late-tint p-4 text-late"
    >
      <Icon of={warning} className="text-[1.4rem]" />
      <p className="min-w-0 flex-1 basis-60">
        {firstName}’s tablet is set to {zoneName(own)}, the household to {zoneName(timezone)}.
      </p>
      <ButtonLink href="/settings" icon={gear}>
        App Settings
      </ButtonLink>
    </div>
  );
}
