import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import half from '@phosphor-icons/core/assets/bold/circle-half-bold.svg?raw';
import clock from '@phosphor-icons/core/assets/bold/clock-bold.svg?raw';
import minus from '@phosphor-icons/core/assets/bold/minus-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { DayLook } from './adherence-days.ts';

/** The variants differ in outline and icon, not only in colour. */
const LOOKS: Record<DayLook, { shape: string; icon?: string }> = {
  taken: { shape: 'size-7.5 rounded-full bg-listen text-white', icon: check },
  late: {
    shape: 'size-7.5 rounded-full border-[2.5px] border-listen bg-listen-tint text-listen-deep',
    icon: clock,
  },
  partly: {
    shape: 'size-7.5 rounded-[0.5rem] border-[2.5px] border-late bg-late-tint text-late',
    icon: half,
  },
  skipped: { shape: 'h-5 w-8 rounded-full bg-myday text-white', icon: minus },
  missed: { shape: 'size-7 rounded-[0.5rem] bg-danger text-white', icon: x },
  open: { shape: 'size-7.5 rounded-full border-[2.5px] border-line-strong border-dashed' },
  none: { shape: 'size-2 rounded-full bg-line' },
};

/** Shows the outcome of the doses of a day as one shape. */
export function DayToken({ variant }: { variant: DayLook }) {
  const { shape, icon } = LOOKS[variant];
  return (
    <span
      data-variant={variant}
      aria-hidden="true"
      className={`forced-border grid flex-none place-items-center text-[1.0625rem] print:max-h-5 print:max-w-5 print:border print:border-ink print:bg-white print:text-ink print:text-xs print:data-[variant=none]:border-0 ${shape}`}
    >
      {icon ? <Icon of={icon} /> : null}
    </span>
  );
}
