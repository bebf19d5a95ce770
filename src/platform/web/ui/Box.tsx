import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

interface BoxProps {
  title: string;
  icon?: string;
  action?: ReactNode;
  variant?: 'outlined' | 'filled';
  children: ReactNode;
}

/** A titled section of a page. */
export function Box({ title, icon, action, variant = 'outlined', children }: BoxProps) {
  const titleId = useId();
  const shape = variant === 'outlined' ? 'border border-line bg-surface' : 'bg-ground';
  return (
    <section aria-labelledby={titleId} className={`rounded-box px-4 py-5 tablet:px-6 ${shape}`}>
      <header className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="flex items-center gap-3.5 font-bold text-section">
          {icon ? <Icon of={icon} className="text-[1.65rem] [--glyph:#d6def6]" /> : null}
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
