import arrow from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { FirstSteps as Steps } from '../contract.ts';
import './today.css';

interface Step {
  readonly id: keyof Steps;
  readonly title: string;
  readonly line: string;
  readonly path: string;
  readonly way: string;
  /** The step that must be completed first. */
  readonly after?: keyof Steps;
}

const STEPS: readonly Step[] = [
  {
    ...{ id: 'medication', title: 'Add a medication', path: '/medications', way: 'Add' },
    line: 'The tablet reminds of it at its times.',
  },
  {
    ...{ id: 'tablet', title: 'Set up the tablet', path: '/users', way: 'Set up' },
    line: 'Add the person, then show a code: no password is typed there.',
  },
  {
    ...{ id: 'zone', title: 'The same time on both', path: '/settings', way: 'App Settings' },
    line: 'The tablet’s own clock goes by the household’s timezone.',
    after: 'tablet',
  },
  {
    ...{ id: 'sound', title: 'Touch it once', path: '/admin/tablets', way: 'Tablets' },
    line: 'Until then its browser lets nothing sound.',
    after: 'tablet',
  },
  {
    ...{ id: 'alarm', title: 'Try the alarm', path: '/admin/tablets', way: 'Try it' },
    line: 'It rings once on the tablet and says here what came of it.',
    after: 'tablet',
  },
  {
    ...{ id: 'alert', title: 'Receive a test alert', path: '/medications', way: 'Send one' },
    line: 'So that it is known to arrive when a dose is overdue.',
  },
  {
    ...{ id: 'photos', title: 'Add photos', path: '/photo-albums', way: 'Add' },
    line: 'They appear on the tablet as soon as they are uploaded.',
  },
  {
    ...{ id: 'administrator', title: 'Invite somebody', path: '/users', way: 'Invite' },
    line: 'So that an alert never waits for one person alone.',
  },
];

/** The list can be hidden after this many completed steps. */
const MAY_HIDE_FROM = 3;

/** The setup steps of a new household; shown until all are completed or the list is hidden. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const settings = useSettings().data;
  const change = useChangeSettings();
  const done = STEPS.filter(({ id }) => steps[id]).length;
  if (!settings?.showFirstSteps || done === STEPS.length) return null;
  return (
    <section
      aria-labelledby="first-steps"
      data-tone="good"
      className="today-sky rounded-box px-4 py-5 tablet:px-6"
    >
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="first-steps" className="font-bold text-section">
          First steps
        </h2>
        <p>
          {done} of {STEPS.length} done
        </p>
      </header>
      <ol className="grid gap-2.5">
        {STEPS.map((step) => (
          <OneStep key={step.id} step={step} steps={steps} />
        ))}
      </ol>
      {done >= MAY_HIDE_FROM ? (
        <div className="mt-3">
          <ActionButton
            variant="quiet"
            call={() => change.mutateAsync({ showFirstSteps: false })}
            failure="It could not be put away. Please try again."
          >
            I know my way
          </ActionButton>
        </div>
      ) : null}
    </section>
  );
}

function OneStep({ step, steps }: { step: Step; steps: Steps }) {
  const isDone = steps[step.id];
  const waits = step.after !== undefined && !steps[step.after];
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-[1.125rem] px-3.5 py-3 ${isDone ? 'bg-surface/80' : 'bg-surface shadow-e1'}`}
    >
      <span
        aria-hidden="true"
        className={`grid h-12.5 w-11.5 flex-none place-items-center rounded-t-full rounded-b-[0.5rem] text-[1.5rem] ${isDone ? 'bg-listen text-white' : 'border-2 border-line-strong'}`}
      >
        {isDone ? <Icon of={check} /> : null}
      </span>
      <p className="min-w-0 flex-1 basis-52 leading-snug">
        <strong className="block font-semibold">
          {step.title}
          <span className="sr-only">{isDone ? ': done' : ': to do'}</span>
        </strong>
        <span className="block text-help text-soft">{step.line}</span>
      </p>
      <StepWay step={step} isDone={isDone} waits={waits} />
    </li>
  );
}

function StepWay({ step, isDone, waits }: { step: Step; isDone: boolean; waits: boolean }) {
  if (isDone) return null;
  if (waits)
    return <span className="px-3 font-semibold text-help text-soft">After the tablet</span>;
  return (
    <ButtonLink href={step.path} icon={arrow}>
      {step.way}
      <span className="sr-only">: {step.title}</span>
    </ButtonLink>
  );
}
