import gear from '@phosphor-icons/core/assets/bold/gear-six-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import type { ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { showTheSame, zoneName } from '#features/settings/domain/time-zones.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Device, Person } from '../contract.ts';
import { outdatedZoneMessage } from './people-messages.ts';
import { useAllElders, useDevicesAtTimes } from './queries.ts';

/**
 * Warns of each tablet that shows another time than the household or has outdated time zone data.
 */
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

/**
 * Warns of a tablet whose clock shows another time than the household's, or whose browser has
 * outdated time zone data. Reminders follow the household's time zone in any case.
 */
export function ZoneWarning({ device, firstName, timezone }: ZoneWarningProps) {
  const now = useNow(MINUTE_MS);
  const { timezone: own, kind, zoneDataOutdated } = device;
  if (kind !== 'tablet') return null;
  return (
    <>
      {own === null || showTheSame(own, timezone, now) ? null : (
        <Warning
          text={`${firstName}’s tablet is set to ${zoneName(own)}, the household to ${zoneName(timezone)}.`}
        >
          <ButtonLink href="/settings" icon={gear}>
            App Settings
          </ButtonLink>
        </Warning>
      )}
      {zoneDataOutdated ? <Warning text={outdatedZoneMessage(firstName)} /> : null}
    </>
  );
}

function Warning({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex w-full flex-wrap items-center gap-3 rounded-box bg-late-tint p-4 text-late"
    >
      <Icon of={warning} className="text-[1.4rem]" />
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}
