import users from '@phosphor-icons/core/assets/bold/users-bold.svg?raw';
import type { ReactNode } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Tablet, Today } from '../contract.ts';
import { TabletCard } from './TabletCard.tsx';
import { TodayState } from './TodayState.tsx';

interface TabletCardsProps {
  tryAlarm: (tablet: Tablet, personId: string, timezone: string) => ReactNode;
  /** Renders the settings that apply to one tablet only. */
  settings: (tablet: Tablet, personId: string) => ReactNode;
}

/** One card for each tablet, which shows whether it could ring now. */
export function TabletCards(props: TabletCardsProps) {
  return <TodayState>{(today) => <Cards {...props} today={today} />}</TodayState>;
}

function Cards({ today, tryAlarm, settings }: TabletCardsProps & { today: Today }) {
  const { people, timezone } = today;
  const now = useNow(MINUTE_MS);
  const cards = people.flatMap(({ id, name, tablets }) =>
    id === null ? [] : tablets.map((tablet) => ({ id, name, tablet })),
  );
  if (cards.length === 0) {
    return (
      <EmptyState text="No tablet is set up yet.">
        <ButtonLink href="/users" icon={users}>
          Set up a tablet
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-5 wide:grid-cols-2">
      {cards.map(({ id, name, tablet }) => (
        <TabletCard
          key={tablet.id}
          tablet={tablet}
          name={name}
          timezone={timezone}
          now={now}
          tryAlarm={tryAlarm(tablet, id, timezone)}
          settings={settings(tablet, id)}
        />
      ))}
    </div>
  );
}
