import arrow from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import type { ReactNode } from 'react';
import { formatTime, localTime, partOfDay } from '#kit/shared/zoned-time.ts';
import { useScreenTitle } from '#kit/web/screen-title.ts';
import { ElderLink } from './ElderButton.tsx';
import { Icon } from './Icon.tsx';
import { Logo } from './Logo.tsx';
import './section-sky.css';

interface SectionBarProps {
  icon: string;
  title: string;
  subtitle?: string | undefined;
  now: Date;
  /** Without it no time is shown, and no sky. */
  timezone: string | undefined;
}

/** The bar of a section, in the colour of its key: the way home first, then where one is. */
export function SectionBar({ icon, title, subtitle, now, timezone }: SectionBarProps) {
  useScreenTitle(title);
  return (
    <Bar now={now} timezone={timezone}>
      <div className="flex min-w-0 items-center gap-4">
        <Icon of={icon} className="text-[3.25rem] [--glyph:var(--key-glyph)] [--icon-weight:2]" />
        <div className="min-w-0">
          <h1 className="font-bold text-card tablet:text-bar">{title}</h1>
          {subtitle && <p className="font-semibold text-least">{subtitle}</p>}
        </div>
      </div>
    </Bar>
  );
}

/** The bar of a screen that has its title below: here stands the product's name. */
export function ProductBar({ appName, ...time }: BarTime & { appName: string }) {
  return (
    <Bar {...time} className="broad:grid broad:grid-cols-[1fr_auto_1fr]">
      <p className="flex wrap-anywhere min-w-0 items-center gap-4 font-bold text-card leading-tight tablet:ml-auto">
        <Logo className="h-13" />
        {appName}
      </p>
    </Bar>
  );
}

type BarTime = Pick<SectionBarProps, 'now' | 'timezone'>;

interface BarProps extends BarTime {
  className?: string;
  children: ReactNode;
}

function Bar({ now, timezone, className = '', children }: BarProps) {
  return (
    <header
      className={`mirrors relative flex min-h-26 flex-col gap-3 border-key-deep border-b-4 bg-key px-4 py-3 text-white tablet:flex-row tablet:items-center tablet:gap-6 tablet:px-8 ${className}`}
    >
      <ElderLink
        href="/"
        variant="white"
        size="bar"
        icon={arrow}
        className="justify-self-start max-tablet:px-3! max-tablet:text-elder"
      >
        Return to Main Screen
      </ElderLink>
      {children}
      {timezone && (
        <>
          <p className="tabular ml-auto hidden flex-none font-bold text-[2.5rem] broad:block">
            {formatTime(now, timezone)}
          </p>
          <span
            aria-hidden="true"
            className="section-sky"
            data-sky={partOfDay(localTime(now, timezone))}
          />
        </>
      )}
    </header>
  );
}
