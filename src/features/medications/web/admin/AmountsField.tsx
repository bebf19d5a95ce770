import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { MAX_UNIT_LENGTH } from '../../limits.ts';
import { AmountSelect } from './AmountSelect.tsx';
import type { MedicationFields } from './medication-form.ts';
import { amountsFor } from './pattern-form.ts';

export function AmountsField({ form }: { form: Form<MedicationFields> }) {
  const { value: amounts, error, onChange } = form.field('amounts');
  const { times } = form.fields;
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Say how much at each time"
        description="The tablet shows it with the name: 2 tablets in the morning, 1 in the evening."
        isSelected={Boolean(amounts)}
        onChange={(isSaid) => onChange(isSaid ? amountsFor(times, null) : null)}
      />
      {amounts ? (
        <>
          <TextField
            label="What is counted"
            value={amounts.unit}
            maxLength={MAX_UNIT_LENGTH}
            onChange={(unit) => onChange({ ...amounts, unit })}
            error={error}
            description="One of it, such as tablet, capsule or ml."
          />
          <ul className="grid gap-2">
            {amounts.ofTimes.map(({ time, amount }) => (
              <li key={time} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-2">
                <span aria-hidden="true">{formatWallTime(time)}</span>
                <AmountSelect
                  label={`Amount at ${formatWallTime(time)}`}
                  unit={amounts.unit}
                  value={amount}
                  onChange={(next) =>
                    onChange({
                      ...amounts,
                      ofTimes: amounts.ofTimes.map((each) =>
                        each.time === time ? { ...each, amount: next } : each,
                      ),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
