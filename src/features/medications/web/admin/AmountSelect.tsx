import { Select } from '#platform/web/ui/Select.tsx';
import { amountMessage } from '../../domain/dose-amounts.ts';
import { AMOUNTS, withStored } from './pattern-form.ts';

interface AmountSelectProps {
  label: string;
  /** The name of the unit, such as 'tablet'. */
  unit: string;
  value: number;
  onChange: (amount: number) => void;
  className?: string;
}

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
