import down from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import up from '@phosphor-icons/core/assets/bold/caret-up-bold.svg?raw';
import type { ReactNode } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { DayPart } from '../../domain/day-list.ts';
import './day-part.css';

interface DayPartHeadProps {
  part: DayPart;
  name: string;
  /** True if all doses of the part are answered. */
  isOver: boolean;
  /** On a phone, the heading expands and collapses the part (accordion). */
  fold: { readonly id: string; readonly isOpen: boolean; readonly onPress: () => void } | undefined;
  children: ReactNode;
}

/** The heading of a part of the day, with a decorative window that shows the sky at that time. */
export function DayPartHead({ part, name, isOver, fold, children }: DayPartHeadProps) {
  const arch = <span aria-hidden="true" className="day-arch" data-part={part} />;
  const answered = isOver && <span className="font-normal text-least text-soft">answered</span>;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5">
      <h3
        className={`flex items-center gap-3.5 font-bold text-elder ${fold ? 'max-tablet:hidden' : ''}`}
      >
        {arch}
        {name}
        {answered}
      </h3>
      {fold && (
        <h3 className="w-full tablet:hidden">
          <button
            type="button"
            aria-label={`${name}, answered`}
            aria-expanded={fold.isOpen}
            aria-controls={fold.id}
            onClick={fold.onPress}
            className="flex min-h-19 w-full flex-wrap items-center gap-x-2 rounded-press border-2 border-line-strong bg-surface px-2.5 text-left font-bold text-elder"
          >
            {arch}
            <span className="min-w-0 flex-1">
              {name} {answered}
            </span>
            <Icon of={fold.isOpen ? up : down} className="flex-none text-[2rem]" />
          </button>
        </h3>
      )}
      {children}
    </div>
  );
}
