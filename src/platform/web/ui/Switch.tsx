import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useId } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import { Icon } from './Icon.tsx';

interface SwitchProps {
  label: string;
  description?: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  className?: string;
}

/** An on/off switch with immediate effect. A tick shows the state in addition to the colour. */
export function Switch({ label, description, className = '', ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={className}>
      <AriaSwitch
        {...rest}
        {...(description ? { 'aria-describedby': id } : {})}
        className="group flex min-h-11.5 cursor-pointer items-center justify-between gap-4 font-semibold data-disabled:cursor-default"
      >
        {label}
        <span className="forced-border flex h-8.5 w-15 flex-none items-center rounded-full bg-switch-off p-1 transition-colors group-data-focus-visible:focus-ring group-data-selected:bg-listen group-data-disabled:opacity-60">
          <Icon
            of={check}
            className="invisible pl-1 text-[1.25rem] text-white group-data-selected:visible"
          />
          <span className="-ml-6 size-6.5 rounded-full bg-white transition-[margin] group-data-selected:ml-auto" />
        </span>
      </AriaSwitch>
      {description ? (
        <p id={id} className="-mt-1 max-w-[calc(100%-4.5rem)] text-help text-soft">
          {description}
        </p>
      ) : null}
    </div>
  );
}
