import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { useState } from 'react';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { useWarningBeforeLeaving } from '#platform/web/forms/use-warning-before-leaving.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { TimePicker } from '#platform/web/ui/TimePicker.tsx';
import { orderMessage, quietMessage } from '../domain/order-messages.ts';
import type { ChosenOrder } from '../open-contract.ts';
import { useAlertOrder, useSetAlertOrder } from './open-queries.ts';

type Person = ChosenOrder['people'][number];

const WAITS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 240];
const ASKS = [15, 30, 60, 90, 120, 240];
const NIGHT = { from: '22:00', until: '07:00' };

const inMinutes = (all: readonly number[], chosen: number) =>
  [...new Set([...all, chosen])]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }));

export function AlertOrder() {
  const order = useAlertOrder().data;
  // A policy has no effect with a single administrator.
  if (order === undefined || order.people.length < 2) return null;
  return <Chosen key={JSON.stringify(order)} order={order} />;
}

function Chosen({ order }: { order: ChosenOrder }) {
  const [draft, setDraft] = useState(order);
  const isUnsent = JSON.stringify(draft) !== JSON.stringify(order);
  useWarningBeforeLeaving(isUnsent);
  const set = useSetAlertOrder();
  const change = (changed: Partial<ChosenOrder>) => setDraft({ ...draft, ...changed });
  const changePerson = (userId: string, changed: Partial<Person>) =>
    change({
      people: draft.people.map((one) => (one.userId === userId ? { ...one, ...changed } : one)),
    });
  const { people, waitMinutes, askAgainMinutes, lastIgnoresQuiet } = draft;
  const quiet = quietMessage(people, lastIgnoresQuiet);
  return (
    <Box title="Who is alerted when" icon={bell}>
      <div role="status" className="mb-4 grid gap-1">
        <p className="font-semibold">{orderMessage(people, waitMinutes)}</p>
        <p className="text-help text-soft">
          When somebody presses “I’ve got it”, the others are told who, and nobody else is alerted.
        </p>
        {quiet === undefined ? null : <p className="text-help text-soft">{quiet}</p>}
      </div>
      <ul className="grid gap-3">
        {people.map((person) => (
          <Place
            key={person.userId}
            person={person}
            most={people.length}
            onChange={(changed) => changePerson(person.userId, changed)}
          />
        ))}
      </ul>
      <div className="mt-5 grid gap-4 tablet:grid-cols-2">
        <Select
          label="The next are alerted after"
          options={inMinutes(WAITS, waitMinutes)}
          value={String(waitMinutes)}
          onChange={(minutes) => change({ waitMinutes: Number(minutes) })}
        />
        <Select
          label="Whoever has it is asked again after"
          options={inMinutes(ASKS, askAgainMinutes)}
          value={String(askAgainMinutes)}
          onChange={(minutes) => change({ askAgainMinutes: Number(minutes) })}
        />
      </div>
      <div className="mt-3">
        <Checkbox
          label="The last ones are alerted in their quiet hours too"
          isSelected={lastIgnoresQuiet}
          onChange={(isSelected) => change({ lastIgnoresQuiet: isSelected })}
        />
      </div>
      <div className="mt-4">
        <ActionButton
          icon={check}
          isDisabled={!isUnsent}
          call={() => set.mutateAsync(draft)}
          success={{ title: 'Saved', text: 'Alerts go by this order from now on.' }}
          failure="It could not be saved. Please try again."
        >
          Save
        </ActionButton>
      </div>
    </Box>
  );
}

interface PlaceProps {
  person: Person;
  most: number;
  onChange: (changed: Partial<Person>) => void;
}

const STEP_NAMES = ['first', 'second', 'third'];

const stepName = (step: number) => STEP_NAMES[step - 1] ?? `${step}th`;

function Place({ person, most, onChange }: PlaceProps) {
  const { name, step, quiet } = person;
  const options = Array.from({ length: Math.max(most, step) }, (_, index) => ({
    value: String(index + 1),
    label: `Alerted ${stepName(index + 1)}`,
  }));
  return (
    <li aria-label={name} className="rounded-control bg-ground px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <Select
          label={`${name} is alerted`}
          hidesLabel
          className="w-52"
          options={options}
          value={String(step)}
          onChange={(value) => onChange({ step: Number(value) })}
        />
      </div>
      <Checkbox
        label={`Quiet hours for ${name}`}
        isSelected={quiet !== null}
        onChange={(isSelected) => onChange({ quiet: isSelected ? NIGHT : null })}
      />
      {quiet === null ? null : (
        <div className="mb-1 grid gap-2">
          {(['from', 'until'] as const).map((end) => (
            <div key={end} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="w-12 text-soft">{end === 'from' ? 'From' : 'Until'}</span>
              <TimePicker
                label={`Quiet hours of ${name}, ${end}`}
                value={quiet[end]}
                onChange={(time) => onChange({ quiet: { ...quiet, [end]: time } })}
              />
            </div>
          ))}
        </div>
      )}
    </li>
  );
}
