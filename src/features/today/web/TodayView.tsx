import type { ReactNode } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { PersonToday, Today, TodaysDose } from '../contract.ts';
import { dosesOf } from '../domain/today-messages.ts';
import { AlertLine } from './AlertLine.tsx';
import { DayDoses } from './DayDoses.tsx';
import { DoseArches } from './DoseArches.tsx';
import { FactLines } from './FactLines.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { OpenDoses } from './OpenDoses.tsx';
import { PersonHero } from './PersonHero.tsx';
import { TodayState } from './TodayState.tsx';

interface TodayViewProps {
  /** Renders the buttons to answer a pending dose. */
  answers: (dose: TodaysDose) => ReactNode;
  ways: (person: PersonToday) => ReactNode;
}

/** Answers "Is she all right?" for each person, the most urgent first. */
export function TodayView({ answers, ways }: TodayViewProps) {
  return (
    <TodayState>
      {(today) => (
        <div className="grid gap-6">
          {today.people.map((person) => (
            <OnePerson
              key={person.id}
              person={person}
              today={today}
              answers={answers}
              ways={ways}
            />
          ))}
          <AlertLine alerts={today.alerts} />
          <FirstSteps steps={today.firstSteps} />
        </div>
      )}
    </TodayState>
  );
}

function OnePerson(props: TodayViewProps & { person: PersonToday; today: Today }) {
  const { person, today, answers } = props;
  const { timezone } = today;
  const now = useNow(MINUTE_MS);
  const doses = dosesOf(person, today.doses);
  return (
    <section aria-label={person.name || 'Household'} className="grid gap-4">
      <h2 className="sr-only">{person.name || 'Household'}</h2>
      <PersonHero person={person} doses={doses} today={today} now={now}>
        {props.ways(person)}
      </PersonHero>
      <OpenDoses doses={doses} timezone={timezone} now={now} answers={answers} />
      <div className="grid items-start gap-x-8 gap-y-4 broad:grid-cols-2">
        <div className="grid gap-2">
          <DoseArches doses={doses} timezone={timezone} />
          <FactLines
            person={person}
            doses={doses}
            timezone={timezone}
            now={now}
            unsent={today.alerts.unsent}
          />
        </div>
        <DayDoses doses={doses} timezone={timezone} />
      </div>
    </section>
  );
}
