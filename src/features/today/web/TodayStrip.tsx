import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Link } from 'wouter';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Tone } from '../domain/answer.ts';
import { useToday } from './queries.ts';

const LOOKS: Record<Tone, string> = {
  alarm: 'bg-danger text-white',
  bad: 'bg-danger-tint text-danger-deep',
  late: 'bg-late-tint text-late',
  open: 'bg-gold-soft text-ink',
  quiet: 'bg-ground text-ink',
  good: 'bg-ground text-ink',
};

/** The answer in one line above every other tab, as a link to the whole page. */
export function TodayStrip({ path }: { path: string }) {
  const { data, isError } = useToday();
  if (data === undefined) return isError ? null : <div className="mb-5 min-h-12" />;
  const { sentence, tone } = data.summary;
  return (
    <Link
      href={path}
      className={`mb-5 flex min-h-12 items-center gap-3 rounded-control px-4 py-2.5 font-semibold leading-snug hover:underline ${LOOKS[tone]}`}
    >
      <Icon
        of={tone === 'good' ? check : warning}
        className={`flex-none text-[1.4rem] ${tone === 'good' ? 'text-listen' : ''}`}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {sentence}
        {isError ? ` (as of ${formatTime(new Date(data.askedAt), data.timezone)})` : ''}
      </span>
      <span className="flex-none text-help">Today</span>
    </Link>
  );
}
