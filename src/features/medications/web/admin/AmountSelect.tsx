import { Select } from '#kit/web/ui/Select.tsx';
import { amountMessage } from '../../dose-amounts.ts';
import { AMOUNTS, withStored } from './pattern-form.ts';

interface AmountSelectProps {
  label: string;
  /** What a piece is called. */
  unit: string;
  value: number;
  onChange: (amount: number) => void;
  className?: string;
}

/** How much a dose is: quarters, halves and whole ones. */
export function AmountSelect({ label, unit, value, onChange, className }: AmountSelectProps) {
  return (
    <Select
      label={label}
      hidesLabel
      options={withStored(AMOUNTS, value).map((amount) => ({
        value: `${amount}`,
        label: amountMessage(amount, unit),
      }))}
      value={`${value}`}
      onChange={(amount) => onChange(Number(amount))}
      {...(className === undefined ? {} : { className })}
    />
  );
}
