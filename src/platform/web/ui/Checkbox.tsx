import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useId } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { Icon } from './Icon.tsx';

interface CheckboxProps {
  label: string;
  /** Explains the effect of the check box, or why it is disabled. */
  description?: string | undefined;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
}

/** A check box of 32 px. */
export function Checkbox({ label, description, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <AriaCheckbox
        {...rest}
        {...(description ? { 'aria-describedby': id } : {})}
        className="group flex min-h-11.5 items-center gap-3.5"
      >
        <span className="grid size-8 flex-none place-items-center rounded-badge border-2 border-line-strong bg-white text-white group-data-focus-visible:focus-ring group-data-selected:border-ink group-data-selected:bg-ink group-data-disabled:bg-disabled-ground">
          <Icon of={check} className="invisible text-[1.25rem] group-data-selected:visible" />
        </span>
        {label}
      </AriaCheckbox>
      {description ? (
        <p id={id} className="ml-11.5 text-help text-soft">
          {description}
        </p>
      ) : null}
    </div>
  );
}
