import { Box } from '#platform/web/ui/Box.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { RobustAnalytics } from '../contract.ts';
import { NO_DATA, numberMessage, whenMessage } from './analytics-messages.ts';
import { SECTION_ICONS } from './section-variants.ts';

interface AccountFiguresProps {
  robust: RobustAnalytics;
  now: Date;
  timezone: string;
}

export function AccountFigures({ robust, now, timezone }: AccountFiguresProps) {
  const { accountUsers, totalLogins, engagementRate, activeDaysThisWeek, lastLogin } = robust;
  return (
    <Box title="Account">
      <div className="@container">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 @min-[22rem]:grid-cols-3 @min-[31rem]:grid-cols-5">
          <Figure label="Account users" value={numberMessage(accountUsers)} />
          <Figure label="Total logins" value={numberMessage(totalLogins)} />
          <Figure label="Engagement rate" value={`${engagementRate}%`} />
          <Figure label="Active days this week" value={`${activeDaysThisWeek} of 7`} />
          <Figure
            label="Last login"
            value={lastLogin === null ? NO_DATA : whenMessage(lastLogin, now, timezone)}
          />
        </dl>
        <p className="mt-4 text-help text-soft">
          Engagement rate: days of the last 30 on which something was used.
        </p>
        <dl className="mt-5 grid gap-3.5 border-line border-t pt-5">
          <Favourite section="watch" label="Most watched video" title={robust.mostWatchedVideo} />
          <Favourite
            section="listen"
            label="Most played playlist"
            title={robust.mostPlayedPlaylist}
          />
          <Favourite section="read" label="Most read article" title={robust.mostReadArticle} />
        </dl>
      </div>
    </Box>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col justify-between gap-1">
      <dt className="text-help text-soft leading-snug">{label}</dt>
      <dd className="tabular font-bold text-[1.4375rem] leading-tight">{value}</dd>
    </div>
  );
}

interface FavouriteProps {
  section: 'watch' | 'listen' | 'read';
  label: string;
  title: string | null;
}

function Favourite({ section, label, title }: FavouriteProps) {
  return (
    <div
      className={`key-${section} relative flex min-h-11 flex-col justify-center gap-x-5 pl-15 @min-[27rem]:flex-row @min-[27rem]:items-center @min-[27rem]:justify-between`}
    >
      <dt className="flex-none">
        <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-[0.75rem] bg-key-tint text-[1.5rem] text-key [--glyph:var(--color-surface)]">
          <Icon of={SECTION_ICONS[section]} />
        </span>
        {label}
      </dt>
      <dd
        className={`min-w-0 [overflow-wrap:anywhere] @min-[27rem]:text-right ${title === null ? 'text-soft' : 'font-semibold'}`}
      >
        {title ?? NO_DATA}
      </dd>
    </div>
  );
}
