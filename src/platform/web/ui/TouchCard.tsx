import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';
import { TouchButton } from './TouchButton.tsx';

interface TouchCardProps {
  icon: string;
  title: string;
  children: ReactNode;
}

/** A titled card on a screen for users with slow hands. */
export function TouchCard({ icon, title, children }: TouchCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="forced-border grid grid-cols-1 content-start gap-2 rounded-card bg-surface p-4 shadow-e1 tablet:gap-4 tablet:p-7"
    >
      <h2
        id={id}
        className="flex items-center gap-3 font-bold text-press tablet:gap-4 tablet:text-card"
      >
        <Icon of={icon} className="text-[2.25rem] tablet:text-[2.75rem] [--glyph:#d6def6]" />
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The empty state of a card: an arch with an icon and a sentence. */
export function TouchEmpty({ icon, text }: { icon: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <span className="grid h-36 w-32 place-items-center rounded-t-[4rem] rounded-b-2xl bg-key-tint text-[4.5rem] text-key-deep [--glyph:var(--color-white)]">
        <Icon of={icon} />
      </span>
      <p className="text-elder">{text}</p>
    </div>
  );
}

/** Shown on a card whose data could not be loaded. */
export function TouchUnread({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <p className="text-elder">{text}</p>
      <TouchButton onPress={onAgain}>Try again</TouchButton>
    </div>
  );
}

/** Placeholders for a card that is loading. */
export function TouchSkeletons() {
  return (
    <div aria-busy="true" className="grid gap-4">
      {['first', 'second', 'third'].map((key) => (
        <div key={key} aria-hidden="true" className="skeleton h-48 rounded-press" />
      ))}
      <p role="status" className="sr-only">
        Loading...
      </p>
    </div>
  );
}
