import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { notYetOver } from '#features/calendar/domain/day-schedule.ts';
import { useTodaysEvents } from '#features/calendar/web/todays-events.ts';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { type NextTime, nextDoses, wordsOfTime } from '#features/medications/domain/next-doses.ts';
import { useOldReminders } from '#features/medications/web/elder/old-reminders.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { formatTime, formatWallTime, localDate, localTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import './home-footer.css';
import './home-here.css';

/** Maximum number of events, and of reminders, in the footer. */
const SHOWN = 2;

const NO_MORE = 'No more today';

interface NextProps {
  /** Timezone of the household; while it is undefined, no times are shown. */
  timezone: string | undefined;
  now: Date;
}

interface HomeFooterProps extends NextProps {
  onHome: () => void;
}

/** The next doses and events of today, as a link to My Day. */
export function HomeFooter({ timezone, now, onHome }: HomeFooterProps) {
  return (
    <footer className="home-footer">
      <Link href="/my-day" className="home-today forced-border">
        <Events timezone={timezone} now={now} />
        <Medications timezone={timezone} now={now} />
      </Link>
      <Link
        href="/"
        aria-current="page"
        className="home-here"
        onClick={(event) => {
          onHome();
          toTop(event);
        }}
      >
        <Icon of={house} />
        <span>HOME SCREEN</span>
      </Link>
    </footer>
  );
}

interface ColumnProps {
  icon: string;
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}

function Column({ icon, title, badge, children }: ColumnProps) {
  return (
    <div className="home-column">
      <p className="home-column-title" data-badge={Boolean(badge)}>
        <Icon of={icon} />
        <span>{title}</span>
        {badge}
      </p>
      {children}
    </div>
  );
}

function Events({ timezone, now }: NextProps) {
  return (
    <Column icon={calendar} title="Today’s events">
      {timezone ? <NextEvents timezone={timezone} now={now} /> : <ToCome />}
    </Column>
  );
}

function NextEvents({ timezone, now }: NextProps & { timezone: string }) {
  const { data, isPending } = useTodaysEvents(localDate(now, timezone));
  if (isPending) return <ToCome />;
  if (!data) return <p>Events cannot be shown right now</p>;
  const shown = notYetOver(data, localTime(now, timezone)).slice(0, SHOWN);
  if (shown.length === 0) {
    return <p>{data.length === 0 ? 'No events scheduled for today' : NO_MORE}</p>;
  }
  return shown.map(({ id, startTime, title }) => (
    <Row
      key={id}
      time={startTime === null ? 'All day' : formatWallTime(startTime)}
      words={[title]}
    />
  ));
}

function Medications({ timezone, now }: NextProps) {
  const { data, isPending } = useUpcomingMedications();
  const { unanswered, next } = nextDoses(data ?? [], now);
  const badge = unanswered > 0 && (
    <strong className="home-badge">
      <Icon of={bell} />
      <span>{`${unanswered} not answered`}</span>
    </strong>
  );
  return (
    <Column icon={pill} title="Medications" badge={badge}>
      <NextTimes times={next} timezone={timezone} isPending={isPending} listed={data} />
    </Column>
  );
}

interface NextTimesProps {
  times: readonly NextTime<UpcomingMedication>[];
  timezone: string | undefined;
  isPending: boolean;
  listed: readonly UpcomingMedication[] | undefined;
}

function NextTimes({ times, timezone, isPending, listed }: NextTimesProps) {
  const old = useOldReminders();
  if (isPending) return <ToCome />;
  if (listed === undefined) return <p>Medications cannot be shown right now</p>;
  if (times.length === 0 && !old) {
    return <p>{listed.length === 0 ? 'No medications scheduled for today' : NO_MORE}</p>;
  }
  return (
    <>
      {times.slice(0, old ? 1 : SHOWN).map((time) => (
        <Row
          key={time.scheduledTime.getTime()}
          time={timezone && formatTime(time.scheduledTime, timezone)}
          words={wordsOfTime(time)}
          after={time.isNow ? 'now' : time.inWords}
          isNow={time.isNow}
        />
      ))}
      {old && <p className="home-old">{old}</p>}
    </>
  );
}

interface RowProps {
  time: string | undefined;
  /** Versions of the text, from the longest to the shortest; the first one that fits is shown. */
  words: readonly string[];
  /** Secondary text, which is hidden first if there is not enough space. */
  after?: string;
  isNow?: boolean;
}

function Row({ time, words, after, isNow = false }: RowProps) {
  return (
    <p className="home-row" data-now={isNow}>
      {time && <span className="home-time">{`${time} `}</span>}
      <span className="home-what">
        <Fitting words={words} />
        {after && <span className="home-after">{` ${after}`}</span>}
      </span>
    </p>
  );
}

/**
 * Shows the first version of the text that fits into one line. If only the last version would fit,
 * tries the first version on two lines, in place of the next row; if that does not fit either,
 * shows the last version.
 */
function Fitting({ words }: Pick<RowProps, 'words'>) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fill = () => {
      const { current: span } = place;
      const row = span?.closest('.home-row');
      if (!span || !row || words.length < 2) return;
      const isWhole = (form: string, isOverBoth: boolean) => {
        row.toggleAttribute('data-both', isOverBoth);
        span.textContent = form;
        return span.scrollWidth <= span.clientWidth && span.scrollHeight <= row.clientHeight;
      };
      const [fullest = '', ...rest] = words;
      const last = rest.pop() ?? '';
      const isFound = [fullest, ...rest].some((form) => isWhole(form, false));
      if (!isFound && !isWhole(fullest, true)) isWhole(last, false);
    };
    fill();
    document.fonts?.ready.then(fill);
    window.addEventListener('resize', fill);
    return () => window.removeEventListener('resize', fill);
  });
  return <span ref={place}>{words[0]}</span>;
}

function ToCome() {
  return (
    <>
      <span className="home-to-come skeleton after-a-moment" />
      <span className="sr-only">Loading...</span>
    </>
  );
}

/** The home screen is already open, so a press only scrolls to the top. */
function toTop(event: MouseEvent): void {
  event.preventDefault();
  window.scrollTo({ top: 0, behavior: 'smooth' });
}
