import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { Select } from '#platform/web/ui/Select.tsx';
import { intervalMessage, maxMessage } from './limit-messages.ts';
import type { MedicationFields } from './medication-form.ts';

const NONE = 'none';

const HOURS = [1, 2, 3, 4, 6, 8, 12, 24];

const INTERVALS = HOURS.map((hours) => (hours * HOUR_MS) / MINUTE_MS);

const NUMBERS = [1, 2, 3, 4, 5, 6, 8, 10, 12];

/** Optional limits of an as-needed medication, which has no times; My Day shows the limits. */
export function AsNeededLimits({ form }: { form: Form<MedicationFields> }) {
  const interval = form.field('shortestIntervalMinutes');
  const most = form.field('mostIn24Hours');
  return (
    <div className="grid gap-4.5">
      <p className="rounded-control bg-ground px-4 py-3 text-soft">
        Without reminders: My Day shows it with a Taken button, to press when it was needed.
      </p>
      <div className="grid gap-4.5 tablet:grid-cols-2">
        <Select
          label="Time between doses"
          options={optionsOf(INTERVALS, interval.value, intervalMessage)}
          value={optionOf(interval.value)}
          onChange={(option) => interval.onChange(numberOf(option))}
        />
        <Select
          label="Most in 24 hours"
          options={optionsOf(NUMBERS, most.value, maxMessage)}
          value={optionOf(most.value)}
          onChange={(option) => most.onChange(numberOf(option))}
        />
      </div>
      <p className="text-help text-soft">
        My Day says when the next one is allowed, and asks again before one that is too early.
      </p>
    </div>
  );
}

/** Returns the usual numbers and the stored one, with an option for no limit. */
function optionsOf(
  usual: readonly number[],
  stored: number | null,
  message: (number: number | null) => string,
) {
  const numbers = [...new Set([...usual, ...(stored === null ? [] : [stored])])];
  const sorted = numbers.sort((one, other) => one - other);
  return [null, ...sorted].map((number) => ({ value: optionOf(number), label: message(number) }));
}

const optionOf = (number: number | null): string => (number === null ? NONE : `${number}`);

const numberOf = (option: string): number | null => (option === NONE ? null : Number(option));
