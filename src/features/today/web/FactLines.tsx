import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import clock from '@phosphor-icons/core/assets/duotone/clock-duotone.svg?raw';
import tabletIcon from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Link } from 'wouter';
import { showTheSame, zoneName } from '#features/settings/domain/time-zones.ts';
import { agoMessage } from '#platform/shared/ago.ts';
import { formatList } from '#platform/shared/format-list.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { PersonToday, Tablet, TodaysDose } from '../contract.ts';
import { isLow, powerMessage, tabletMessage } from '../domain/tablet-messages.ts';
import { nextMessage, takenMessage } from '../domain/today-messages.ts';

interface FactLinesProps {
  person: PersonToday;
  doses: readonly TodaysDose[];
  timezone: string;
  now: Date;
  /**
   * Number of unsent alerts. If there are any, the line does not name alerted people, because the
   * alert may not have arrived.
   */
  unsent: number;
}

/** Lists the facts from which the answer is derived. */
export function FactLines({ person, doses, timezone, now, unsent }: FactLinesProps) {
  const { tablets, lastThereAt, nextEvent } = person;
  const troubled = doses.filter(({ state }) => ['due', 'overdue', 'missed'].includes(state));
  const told = [...new Set(troubled.flatMap((dose) => dose.told))];
  return (
    <ul className="divide-y divide-line">
      {doses.length > 0 ? (
        <Line icon={pill} title={takenMessage(doses)} mark={troubled.length > 0 ? 'bad' : 'good'}>
          {told.length > 0 && unsent === 0
            ? `An alert went to ${formatList(told)}`
            : nextMessage(doses, timezone)}
        </Line>
      ) : null}
      {tablets.map((tablet) => (
        <Line
          key={tablet.id}
          icon={tabletIcon}
          title={tabletMessage(tablet, tablets.length)}
          mark={isWell(tablet, timezone, now) ? 'good' : 'bad'}
          path="/admin/tablets"
        >
          {zoneWords(tablet, timezone, now) ?? powerMessage(tablet)}
        </Line>
      ))}
      {person.id === null ? null : (
        <Line
          icon={clock}
          title={
            lastThereAt === null
              ? 'Last there: not known'
              : `Last there ${agoMessage(new Date(lastThereAt), now, timezone)}`
          }
        >
          {lastThereAt === null
            ? 'Nothing was used or answered yet'
            : 'Used something, or answered a dose'}
        </Line>
      )}
      {nextEvent ? (
        <Line icon={calendar} title={eventTitle(nextEvent)} path="/calendar">
          Today
        </Line>
      ) : null}
    </ul>
  );
}

function eventTitle({ title, startTime }: NonNullable<PersonToday['nextEvent']>): string {
  return startTime === null ? title : `${formatWallTime(startTime)} ${title}`;
}

function isWell(tablet: Tablet, timezone: string, now: Date): boolean {
  const isRight = zoneWords(tablet, timezone, now) === undefined;
  return tablet.state === 'sounding' && isRight && !isLow(tablet);
}

function zoneWords(tablet: Tablet, timezone: string, now: Date): string | undefined {
  if (tablet.timezone === null || showTheSame(tablet.timezone, timezone, now)) return undefined;
  return `Its own clock is set to ${zoneName(tablet.timezone)}`;
}

interface LineProps {
  icon: string;
  title: string;
  mark?: 'good' | 'bad';
  path?: string;
  children: string;
}

function Line({ icon, title, mark, path, children }: LineProps) {
  const words = (
    <>
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="block text-help text-soft">{children}</span>
    </>
  );
  return (
    <li className="flex min-h-18 items-center gap-3.5 py-2 leading-snug [--glyph:#d3cbe6]">
      <Icon of={icon} className="flex-none text-[1.875rem]" />
      <span className="min-w-0 flex-1">
        {path ? (
          <Link href={path} className="block min-h-11.5 rounded-control hover:underline">
            {words}
          </Link>
        ) : (
          words
        )}
      </span>
      {mark ? (
        <>
          <Icon
            of={mark === 'good' ? check : warning}
            className={`flex-none text-[1.55rem] ${mark === 'good' ? 'text-listen' : 'text-read'}`}
          />
          <span className="sr-only">{mark === 'good' ? 'In order' : 'Needs a look'}</span>
        </>
      ) : null}
    </li>
  );
}
