import { NumberStepper } from '#platform/web/ui/NumberStepper.tsx';
import { asWholeNumber, type NumberRange, stepped } from '../domain/typed-value.ts';
import type { SettingsChange } from './queries.ts';
import { useTypedSetting } from './use-typed-setting.ts';

interface NumberSettingProps {
  label: string;
  description: string;
  range: NumberRange;
  saved: number;
  changeTo: (value: number) => SettingsChange;
}

/** An integer; a step saves it at once, as do Enter and leaving the field. */
export function NumberSetting({ range, saved, changeTo, ...field }: NumberSettingProps) {
  const { text, wrong, type, keep, form } = useTypedSetting({
    saved,
    read: (typed) => asWholeNumber(typed, range),
    changeTo,
  });
  return (
    <form {...form}>
      <NumberStepper
        {...field}
        text={text}
        error={wrong}
        canLess={text !== String(range.least)}
        canMore={text !== String(range.most)}
        onType={type}
        onStep={(step) => keep(String(stepped(text, step, range)))}
      />
    </form>
  );
}
