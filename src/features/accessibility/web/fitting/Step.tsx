import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';

interface StepProps {
  icon: string;
  title: string;
  line: string;
  children: ReactNode;
}

/** One question of the fitting, in large type and alone on the screen. */
export function Step({ icon, title, line, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the title, so that a screen reader reads each step from its beginning.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto grid w-full max-w-240 flex-1 content-center gap-8 text-center">
      <div className="grid justify-items-center gap-3">
        <span className="grid h-30 w-26 place-items-center rounded-t-[3.25rem] rounded-b-xl bg-[linear-gradient(#bfdbf2,#fbe9c8)] text-[3.5rem] text-ink [--glyph:var(--color-white)] max-tablet:hidden short:hidden">
          <Icon of={icon} />
        </span>
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-heavy text-[2.5rem] leading-tight tablet:text-page"
        >
          {title}
        </h1>
        <p className="text-elder">{line}</p>
      </div>
      {children}
    </div>
  );
}

/** The answers of a step, in one row if there is enough space. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-200 gap-4 tablet:auto-cols-fr tablet:grid-flow-col tablet:gap-6">
      {children}
    </div>
  );
}
