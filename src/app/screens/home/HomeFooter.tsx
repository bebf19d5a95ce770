import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { lateness } from '#features/medications/lateness.ts';
import { useUpcomingMedications } from '#features/medications/web/queries.ts';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import './home-footer.css';

/** How many reminders the footer shows. */
const SHOWN = 2;

interface HomeFooterProps {
  timezone: string;
  now: Date;
}

/** What is next today; all of it leads to My Day. */
export function HomeFooter({ timezone, now }: HomeFooterProps) {
  return (
    <footer className="home-footer forced-border">
      <Link href="/my-day" className="home-today">
        <Column icon={calendar} title="Today’s events">
          <p>No events scheduled for today</p>
        </Column>
        <Column icon={pill} title="Medications">
          <NextMedications timezone={timezone} now={now} />
        </Column>
      </Link>
      <Link href="/" aria-current="page" className="home-button forced-border" onClick={toTop}>
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

function NextMedications({ timezone, now }: HomeFooterProps) {
  const { data, isPending } = useUpcomingMedications();
  if (isPending) return <p className="after-a-moment">Loading...</p>;
  if (!data) return <p>Medications cannot be shown right now</p>;
  const next = data.filter(({ status }) => status === 'pending').slice(0, SHOWN);
  if (next.length === 0) return <p>No medications scheduled for today</p>;
  return next.map((item) => (
    <p key={item.id} className="home-row">
      <span className="home-time">{formatTime(new Date(item.scheduledTime), timezone)}</span>
      <span>
        {item.medication.name} {item.medication.dosage} <Late item={item} now={now} />
      </span>
    </p>
  ));
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
