import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { PlainNotes } from '#platform/web/ui/Field.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { amountMessage } from '../../domain/dose-amounts.ts';
import type { PatternOf, TaperStep } from '../../domain/pattern-input.ts';
import { validateMedication } from '../../domain/validity.ts';
import { MAX_STEPS, MAX_UNIT_LENGTH } from '../../limits.ts';
import { AmountSelect } from './AmountSelect.tsx';
import type { MedicationFields } from './medication-form.ts';
import { withNextStep } from './pattern-form.ts';
import { shortDay } from './pattern-messages.ts';
import { TimeSelect } from './TimeSelect.tsx';

interface StepsFieldProps {
  form: Form<MedicationFields>;
  pattern: PatternOf<'taper'>;
  error: string | undefined;
  onChange: (pattern: PatternOf<'taper'>) => void;
}

/** The steps of a taper with start dates and amounts; the first one cannot be removed. */
export function StepsField({ form, pattern, error, onChange }: StepsFieldProps) {
  const { startDate, endDate, name } = form.fields;
  const { steps, unit } = pattern;
  const from = startDate ?? localDate(new Date(serverNow()), 'UTC');
  const wrong =
    error === undefined ? {} : validateMedication({ ...form.fields, startDate: from, pattern });
  const change = (index: number, part: Partial<TaperStep>) => {
    const changed = steps.map((step, at) => (at === index ? { ...step, ...part } : step));
    onChange({ ...pattern, steps: changed });
  };
  const ofSteps = Object.keys(wrong).some((field) => field.startsWith('pattern.steps.'));
  const first = steps[0];
  return (
    <div className="grid gap-4.5">
      <TextField
        label="What is counted"
        value={unit}
        maxLength={MAX_UNIT_LENGTH}
        onChange={(next) => onChange({ ...pattern, unit: next })}
        error={unit.trim() === '' ? error : undefined}
        description="One of it, such as tablet, capsule or ml."
        className="tablet:max-w-88"
      />
      <fieldset className="group" {...(error ? { 'data-invalid': true } : {})}>
        <legend className="mb-1.5 font-semibold">Steps</legend>
        <ol className="divide-y divide-line rounded-control border border-line px-3.5">
          {steps.map((step, index) => (
            <StepRow
              // The index is used as key, because a step has no other identity.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              index={index}
              step={step}
              unit={unit}
              error={wrong[`pattern.steps.${index}.from`]}
              onChange={(part) => change(index, part)}
              onRemove={
                index === 0
                  ? undefined
                  : () => onChange({ ...pattern, steps: steps.filter((_, at) => at !== index) })
              }
            />
          ))}
          <li className="py-2.5 text-soft">
            {endDate === null ? 'Goes on until it gets an end date' : <EndOf date={endDate} />}
          </li>
        </ol>
        <PlainNotes id="steps" error={ofSteps || unit.trim() === '' ? undefined : error} />
        <Button
          variant="outline"
          icon={plus}
          className="mt-3"
          isDisabled={steps.length >= MAX_STEPS}
          onPress={() => onChange({ ...pattern, steps: withNextStep(steps, from) })}
        >
          Add a step
        </Button>
      </fieldset>
      {first && name.trim() !== '' ? (
        <p className="text-help text-soft">
          The tablet shows the amount of the day: “{name.trim()},{' '}
          {amountMessage(first.amount, unit)}”.
        </p>
      ) : null}
    </div>
  );
}

function EndOf({ date }: { date: string }) {
  return (
    <>
      Ends after <strong className="font-semibold text-ink">{shortDay(date)}</strong>
    </>
  );
}

interface StepRowProps {
  index: number;
  step: TaperStep;
  unit: string;
  error: string | undefined;
  onChange: (part: Partial<TaperStep>) => void;
  onRemove: (() => void) | undefined;
}

function StepRow({ index, step, unit, error, onChange, onRemove }: StepRowProps) {
  const named = `Step ${index + 1}`;
  return (
    <li className="grid items-end gap-x-3 gap-y-2 py-3 tablet:grid-cols-[11.5rem_minmax(0,1fr)_auto]">
      {index === 0 ? (
        <p className="self-center">
          From <strong className="font-semibold">{shortDay(step.from)}</strong>
          <span className="block text-help text-soft">the start date</span>
        </p>
      ) : (
        <DateField
          label={`${named} from`}
          isRequired
          value={step.from}
          error={error}
          onChange={(from) => from !== null && onChange({ from })}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <AmountSelect
          label={`${named}, amount`}
          unit={unit}
          value={step.amount}
          onChange={(amount) => onChange({ amount })}
          className="min-w-34 flex-1"
        />
        <StepTimes named={named} times={step.times} onChange={(times) => onChange({ times })} />
      </div>
      {onRemove ? (
        <Button
          variant="danger-quiet"
          icon={trash}
          aria-label={`Remove step ${index + 1}`}
          className="justify-self-end"
          onPress={onRemove}
        >
          <span className="sr-only">Remove</span>
        </Button>
      ) : null}
    </li>
  );
}

interface StepTimesProps {
  named: string;
  times: readonly string[];
  onChange: (times: string[]) => void;
}

/** The times of a step. The first one stays; an added one starts at 20:00. */
function StepTimes({ named, times, onChange }: StepTimesProps) {
  return (
    <>
      {times.map((time, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a time has nothing of its own but its place
          key={index}
          className="flex items-center gap-2"
        >
          {index === 0 ? 'at' : 'and'}
          <TimeSelect
            label={`${named}, time ${index + 1}`}
            hidesLabel
            value={time}
            onChange={(value) => onChange(times.map((each, at) => (at === index ? value : each)))}
            className="w-34"
          />
          {index > 0 ? (
            <Button
              variant="danger-quiet"
              icon={trash}
              aria-label={`${named}: remove time ${index + 1}`}
              onPress={() => onChange(times.filter((_, at) => at !== index))}
            >
              <span className="sr-only">Remove</span>
            </Button>
          ) : null}
        </span>
      ))}
      <Button
        variant="quiet"
        icon={plus}
        aria-label={`${named}: add a time`}
        onPress={() => onChange([...times, '20:00'])}
      >
        Time
      </Button>
    </>
  );
}
