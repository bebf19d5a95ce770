import arrow from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import type { ReactNode } from 'react';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import type { PersonToday, Today, TodaysDose } from '../contract.ts';
import { detailOf, headlineOf, questionAbout, TONES, WAYS_OUT } from '../domain/today-messages.ts';
import './today.css';

interface PersonHeroProps {
  person: PersonToday;
  doses: readonly TodaysDose[];
  today: Pick<Today, 'timezone' | 'hasMedications'>;
  now: Date;
  children?: ReactNode;
}

/** The question and its answer, in large type; an overdue dose has the strongest emphasis. */
export function PersonHero({ person, doses, today, now, children }: PersonHeroProps) {
  const tone = TONES[person.answer];
  const wayOut = wayOutOf(person, today.hasMedications);
  const { timezone, hasMedications } = today;
  return (
    <div
      data-tone={tone}
      className="today-sky relative flex min-h-41.5 justify-between gap-4 overflow-hidden rounded-box px-5 pt-5 tablet:px-7"
    >
      <div className="min-w-0 pb-6">
        <p className="font-semibold">{questionAbout(person)}</p>
        <p role="status" className="mt-1 font-heavy text-[2.375rem] leading-[1.1] text-balance">
          {headlineOf(person, doses)}
        </p>
        <p className="mt-2 leading-snug wrap-anywhere">
          {detailOf(person, doses, { now, timezone, hasMedications })}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 text-ink empty:hidden">
          {children}
          {wayOut ? (
            <ButtonLink href={wayOut.path} icon={arrow}>
              {wayOut.label}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <Arch name={person.name} />
    </div>
  );
}

function wayOutOf({ answer }: PersonToday, hasMedications: boolean) {
  if (answer === 'nothing-today' && !hasMedications) {
    return { path: '/medications', label: 'Add a medication' };
  }
  return WAYS_OUT[answer];
}

/** The window shape of the logo, with the initial of the name instead of a picture. */
function Arch({ name }: { name: string }) {
  if (name === '') return null;
  return (
    <span
      aria-hidden="true"
      className="grid h-32.5 w-28 flex-none place-items-center self-end rounded-t-full bg-white/55 font-heavy text-[3.25rem] text-photos-deep max-phone:hidden"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
