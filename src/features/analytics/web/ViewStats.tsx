import clock from '@phosphor-icons/core/assets/duotone/clock-duotone.svg?raw';
import eye from '@phosphor-icons/core/assets/duotone/eye-duotone.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Analytics } from '../contract.ts';
import { minutesNumber, numberMessage } from './analytics-messages.ts';
import { KEY_ICON, SECTION_ICONS } from './section-variants.ts';

export function ViewStats({ used }: { used: Analytics }) {
  const { totalContentViews, videoViews, musicViews, readingViews, averageSessionTime } = used;
  const total = numberMessage(totalContentViews);
  return (
    <dl className="grid grid-cols-2 gap-3 tablet:gap-4 @min-[36rem]:grid-cols-6 @min-[58rem]:grid-cols-5">
      <Stat icon={eye} label="Content views" value={total} of="in total" />
      <Stat section="watch" label="Videos" value={numberMessage(videoViews)} of="views" />
      <Stat section="listen" label="Music" value={numberMessage(musicViews)} of="plays" />
      <Stat section="read" label="Reading" value={numberMessage(readingViews)} of="views" />
      <Stat
        icon={clock}
        label="Average session"
        value={minutesNumber(averageSessionTime)}
        unit="min"
        of="per visit"
      />
    </dl>
  );
}

interface StatProps {
  /** The section that sets color and icon; without one, `icon` is used. */
  section?: 'watch' | 'listen' | 'read';
  icon?: string;
  label: string;
  value: string;
  unit?: string;
  /** The noun that the number counts. */
  of: string;
}

/**
 * Layout of five cards: on a phone the last one spans a row; with three columns, two follow in the
 * second row.
 */
const PLACE =
  'last:col-span-2 @min-[36rem]:col-span-2 @min-[36rem]:nth-[n+4]:col-span-3 @min-[58rem]:col-span-1 @min-[58rem]:nth-[n+4]:col-span-1';

function Stat({ section, icon = '', label, value, unit, of }: StatProps) {
  const look = section === undefined ? '[--glyph:#d6def6]' : KEY_ICON;
  return (
    <div
      className={`flex flex-col justify-between rounded-box bg-ground px-4 py-4 tablet:px-5 ${PLACE} ${section === undefined ? '' : `key-${section}`}`}
    >
      <dt className="flex items-center gap-2.5 font-semibold text-help text-soft leading-tight">
        <Icon
          of={section === undefined ? icon : SECTION_ICONS[section]}
          className={`text-[1.625rem] ${look}`}
        />
        {label}
      </dt>
      <dd className="mt-1.5">
        <span className="tabular block font-bold text-stat">
          {value}
          {unit === undefined ? null : <span className="text-section"> {unit}</span>}
        </span>
        <span className="text-help text-soft">{of}</span>
      </dd>
    </div>
  );
}
