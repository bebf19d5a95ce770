import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';

interface Card<Value extends string> {
  value: Value;
  content: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  cards: readonly Card<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of two or three options, each on a card with its description. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const choose = (value: string) => {
    const chosen = props.cards.find((card) => card.value === value);
    if (chosen) props.onChange(chosen.value);
  };
  return (
    <RadioGroup value={props.value} onChange={choose}>
      <Label className="sr-only">{props.label}</Label>
      <div className="grid gap-4.5 tablet:grid-cols-2">
        {props.cards.map((card) => (
          <Radio
            key={card.value}
            value={card.value}
            className="group flex cursor-pointer items-start gap-4 rounded-[1.125rem] border-2 border-line-strong bg-surface px-5 py-4.5 data-focus-visible:focus-ring data-selected:border-3 data-selected:border-ink data-selected:bg-gold-soft data-selected:px-4.75 data-selected:py-4.25"
          >
            <span className="mt-0.5 grid size-6.5 flex-none place-items-center rounded-full border-2 border-ink bg-white">
              <span className="size-3.5 rounded-full group-data-selected:bg-ink forced-colors:group-data-selected:bg-[Highlight]" />
            </span>
            <span className="flex-1">{card.content}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
