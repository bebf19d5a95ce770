import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { notYetOver } from '#features/calendar/day-schedule.ts';
import { useTodaysEvents } from '#features/calendar/web/todays-events.ts';
import { HomeTip } from '#features/help-tips/web/HomeTip.tsx';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { lateness } from '#features/medications/lateness.ts';
import { useOldReminders } from '#features/medications/web/old-reminders.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { formatTime, formatWallTime, localDate, localTime } from '#kit/shared/zoned-time.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import './home-footer.css';

/** How many events and how many reminders the footer shows. */
const SHOWN = 2;

/** The tip comes once, and not each time that the home screen is come back to. */
let tipWasShown = false;

interface HomeFooterProps {
  /** Without it no time is shown. */
  timezone: string | undefined;
  now: Date;
}

/** What is next today; all of it leads to My Day. */
export function HomeFooter({ timezone, now }: HomeFooterProps) {
  const [hasTip, setTip] = useState(!tipWasShown);
  const [isCovered, setCovered] = useState(false);
  const closeTip = useCallback(() => {
    setTip(false);
    setCovered(false);
  }, []);
  const noteTip = useCallback(() => {
    tipWasShown = true;
    setCovered(true);
  }, []);
  return (
    <footer className="home-footer forced-border">
      <Link href="/my-day" className="home-today" inert={isCovered}>
        <Column icon={calendar} title="Today’s events">
          {timezone ? <NextEvents timezone={timezone} now={now} /> : <ToCome />}
        </Column>
        <Column icon={pill} title="Medications">
          <NextMedications timezone={timezone} now={now} />
        </Column>
      </Link>
      <HomeTip isOpen={hasTip} onClose={closeTip} onShown={noteTip} />
      <Link
        href="/"
        aria-current="page"
        className="home-button forced-border"
        onClick={(event) => {
          closeTip();
          toTop(event);
        }}
      >
        <Icon of={house} />
        HOME SCREEN
      </Link>
    </footer>
  );
}

function Column(props: { icon: string; title: string; children: ReactNode }) {
  return (
    <div className="home-column">
      <p className="home-column-title">
        <Icon of={props.icon} />
        {props.title}
      </p>
      {props.children}
    </div>
  );
}

function ToCome() {
  return <p className="after-a-moment">Loading...</p>;
}

function NextEvents({ timezone, now }: HomeFooterProps & { timezone: string }) {
  const { data, isPending } = useTodaysEvents(localDate(now, timezone));
  if (isPending) return <ToCome />;
  if (!data) return <p>Events cannot be shown right now</p>;
  const next = notYetOver(data, localTime(now, timezone)).slice(0, SHOWN);
  if (next.length === 0) {
    return <p>{data.length === 0 ? 'No events scheduled for today' : 'No more events today'}</p>;
  }
  return next.map(({ id, startTime, title }) => (
    <p key={id} className="home-row">
      <span className="home-time">
        {startTime === null ? 'All day' : formatWallTime(startTime)}
      </span>
      <span className="home-event">{title}</span>
    </p>
  ));
}

function NextMedications({ timezone, now }: HomeFooterProps) {
  const { data, isPending } = useUpcomingMedications();
  const old = useOldReminders();
  if (isPending) return <ToCome />;
  if (!data) return <p>Medications cannot be shown right now</p>;
  const next = data.filter(({ status }) => status === 'pending').slice(0, SHOWN);
  if (next.length === 0 && !old) return <p>No medications scheduled for today</p>;
  return (
    <>
      {next.map((item) => (
        <p key={item.id} className={timezone && 'home-row'}>
          {timezone && (
            <span className="home-time">{formatTime(new Date(item.scheduledTime), timezone)}</span>
          )}
          <span>
            {item.medication.name} {item.medication.dosage} <Late item={item} now={now} />
          </span>
        </p>
      ))}
      {old && <p className="home-late">{old}</p>}
    </>
  );
}

/** A dose whose pop-up was closed is not forgotten: it says here how late it is. */
function Late({ item, now }: { item: UpcomingMedication; now: Date }) {
  const { kind, words } = lateness(new Date(item.scheduledTime), now);
  if (kind === 'upcoming') return null;
  return <strong className="home-late">{words}</strong>;
}

/** Already here: nothing to load, only the top of the page to show. */
function toTop(event: MouseEvent): void {
  event.preventDefault();
  window.scrollTo({ top: 0, behavior: 'smooth' });
}
