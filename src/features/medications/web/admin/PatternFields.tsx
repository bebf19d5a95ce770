import type { ReactNode } from 'react';
import { formatList } from '#platform/shared/format-list.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { PlainNotes } from '#platform/web/ui/Field.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { timesOfPattern } from '../../domain/pattern.ts';
import type { Pattern, PatternOf } from '../../domain/pattern-input.ts';
import { DayChips } from './DayChips.tsx';
import type { MedicationFields } from './medication-form.ts';
import {
  amountsFor,
  DAYS_APART,
  DAYS_OF_A_CYCLE,
  HOURS_APART,
  withStored,
} from './pattern-form.ts';
import { DAY_NAMES, ordinal } from './pattern-messages.ts';
import { StepsField } from './StepsField.tsx';
import { TimeSelect } from './TimeSelect.tsx';

interface FieldsOf<Kind extends Pattern['kind']> {
  pattern: PatternOf<Kind>;
  error: string | undefined;
  onChange: (pattern: PatternOf<Kind>) => void;
}

const WEEKDAYS = DAY_NAMES.map((name, day) => ({ day, name, short: name.slice(0, 3) }));

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => {
  const day = index + 1;
  return { day, short: `${day}`, name: `The ${ordinal(day)}` };
});

/** The fields for the pattern of the frequency, which defines the days or the times. */
export function PatternFields({ form }: { form: Form<MedicationFields> }) {
  const { value: pattern, error } = form.field('pattern');
  const onChange = (next: Pattern) => form.setFields((before) => withPattern(before, next));
  switch (pattern?.kind) {
    case 'chosen_weekdays':
      return (
        <DayChips
          label="Weekdays"
          days={WEEKDAYS}
          chosen={pattern.weekdays}
          error={error}
          onChange={(weekdays) => onChange({ ...pattern, weekdays })}
          className="grid grid-cols-4 gap-2 tablet:grid-cols-7"
        />
      );
    case 'days_of_month':
      return (
        <DayChips
          label="Days of the month"
          days={MONTH_DAYS}
          chosen={pattern.days}
          error={error}
          onChange={(days) => onChange({ ...pattern, days })}
          description="In a month that does not have the day it is the month’s last day."
          className="grid grid-cols-7 gap-2 tablet:grid-cols-16"
        />
      );
    case 'every_n_days':
      return <EveryFewDays {...{ pattern, error, onChange }} />;
    case 'every_n_hours':
      return <EveryFewHours {...{ pattern, error, onChange }} />;
    case 'cycle':
      return <OnAndOff {...{ pattern, error, onChange }} />;
    case 'taper':
      return <StepsField {...{ form, pattern, error, onChange }} />;
    default:
      return null;
  }
}

/** Recomputes the times if the pattern defines them; each remaining time keeps its amount. */
function withPattern(fields: MedicationFields, pattern: Pattern): MedicationFields {
  const times = timesOfPattern(pattern) ?? fields.times;
  const amounts = fields.amounts && amountsFor(times, fields.amounts);
  return { ...fields, pattern, times, amounts };
}

const numbers = (usual: readonly number[], stored: number, words: (number: number) => string) =>
  withStored(usual, stored).map((number) => ({ value: `${number}`, label: words(number) }));

function EveryFewDays({ pattern, error, onChange }: FieldsOf<'every_n_days'>) {
  return (
    <Select
      label="How often"
      options={numbers(DAYS_APART, pattern.every, (days) => `Every ${days} days`)}
      value={`${pattern.every}`}
      error={error}
      description="Counted from the start date."
      onChange={(days) => onChange({ ...pattern, every: Number(days) })}
      className="tablet:max-w-88"
    />
  );
}

function EveryFewHours({ pattern, error, onChange }: FieldsOf<'every_n_hours'>) {
  const words = (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`);
  const times = timesOfPattern(pattern) ?? [];
  return (
    <Together
      error={error}
      description={times.length === 0 ? undefined : `At ${formatList(times.map(formatWallTime))}.`}
    >
      <Select
        label="How often"
        options={numbers(HOURS_APART, pattern.every, words)}
        value={`${pattern.every}`}
        onChange={(hours) => onChange({ ...pattern, every: Number(hours) })}
      />
      <TimeSelect
        label="From"
        value={pattern.from}
        onChange={(from) => onChange({ ...pattern, from })}
      />
      <TimeSelect
        label="Until"
        value={pattern.until}
        onChange={(until) => onChange({ ...pattern, until })}
      />
    </Together>
  );
}

function OnAndOff({ pattern, error, onChange }: FieldsOf<'cycle'>) {
  const days = (number: number) => `${number} ${number === 1 ? 'day' : 'days'}`;
  return (
    <Together error={error} description="The start date is the first day on.">
      <Select
        label="On"
        options={numbers(DAYS_OF_A_CYCLE, pattern.on, days)}
        value={`${pattern.on}`}
        onChange={(on) => onChange({ ...pattern, on: Number(on) })}
      />
      <Select
        label="Off"
        options={numbers(DAYS_OF_A_CYCLE, pattern.off, days)}
        value={`${pattern.off}`}
        onChange={(off) => onChange({ ...pattern, off: Number(off) })}
      />
    </Together>
  );
}

interface TogetherProps {
  error: string | undefined;
  description: string | undefined;
  children: ReactNode;
}

/** Groups select fields in one row with a common error. */
function Together({ error, description, children }: TogetherProps) {
  return (
    <div className="group" {...(error ? { 'data-invalid': true } : {})}>
      <div className="grid gap-4.5 tablet:grid-cols-3">{children}</div>
      <PlainNotes id="together" error={error} description={description} />
    </div>
  );
}
