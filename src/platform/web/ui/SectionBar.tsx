import arrow from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import type { ReactNode } from 'react';
import { localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Icon } from './Icon.tsx';
import { Logo } from './Logo.tsx';
import { BAR_TITLE, BarClock, TopBar } from './TopBar.tsx';
import { TouchLink } from './TouchButton.tsx';
import './section-sky.css';

interface SectionBarProps {
  icon: string;
  title: string;
  subtitle?: string | undefined;
  now: Date;
  /** Timezone of the household. While it is undefined, neither the time nor the sky is shown. */
  timezone: string | undefined;
}

/** The top bar of a section, in the section's colour: the home button, then the title. */
export function SectionBar({ icon, title, subtitle, now, timezone }: SectionBarProps) {
  useScreenTitle(title);
  return (
    <Bar now={now} timezone={timezone}>
      <div className={`flex items-center gap-4 ${BAR_TITLE}`}>
        <Icon
          of={icon}
          className={`text-[3.25rem] [--glyph:var(--key-glyph)] [--icon-weight:2] ${subtitle ? 'max-tablet:hidden' : ''}`}
        />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 tablet:block">
          <h1 className="font-bold text-card tablet:text-bar">{title}</h1>
          {subtitle && <p className="font-semibold text-least">{subtitle}</p>}
        </div>
      </div>
    </Bar>
  );
}

/** The top bar of a screen that has its title below the bar; the bar shows the product's name. */
export function ProductBar({ appName, ...time }: BarTime & { appName: string }) {
  return (
    <Bar {...time}>
      <p
        className={`wrap-anywhere flex items-center gap-4 font-bold text-card leading-tight ${BAR_TITLE}`}
      >
        <Logo className="h-13" />
        {appName}
      </p>
    </Bar>
  );
}

type BarTime = Pick<SectionBarProps, 'now' | 'timezone'>;

function Bar({ now, timezone, children }: BarTime & { children: ReactNode }) {
  return (
    <TopBar className="flex-col">
      <TouchLink
        href="/"
        variant="white"
        size="bar"
        icon={arrow}
        className="justify-self-start max-tablet:px-3! max-tablet:text-elder"
      >
        Return to Main Screen
      </TouchLink>
      {children}
      <BarClock now={now} timezone={timezone} />
      {timezone && (
        <span
          aria-hidden="true"
          className="section-sky"
          data-sky={partOfDay(localTime(now, timezone))}
        />
      )}
    </TopBar>
  );
}
