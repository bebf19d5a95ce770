import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { SectionBar } from '#kit/web/ui/SectionBar.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { sectionIcon } from './home/section-icons.ts';

const TITLES = {
  watch: 'Watch',
  listen: 'Listen',
  read: 'Read',
  call: 'Call',
  myday: 'My Day',
};

/** A section that is not there yet says so calmly, and leads back. */
export function ComingScreen({ section }: { section: keyof typeof TITLES }) {
  const now = useNow(60_000);
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const icon = sectionIcon(section);
  const title = TITLES[section];
  return (
    <div className={`key-${section} flex min-h-dvh flex-col`}>
      <SectionBar icon={icon} title={title} clock={formatTime(now, timezone)} />
      <main className="grid flex-1 place-content-center justify-items-center gap-8 px-4 py-12 text-center">
        <span className="grid h-62.5 w-57.5 place-items-center rounded-t-[7.2rem] rounded-b-3xl bg-key-tint text-[8rem] text-key-deep [--glyph:var(--color-white)] [--icon-weight:2]">
          <Icon of={icon} />
        </span>
        <p className="max-w-200 font-bold text-[2.25rem] leading-tight tablet:text-page">
          {title} will open here soon.
        </p>
        <p className="text-elder text-soft">Everything else is on the main screen.</p>
      </main>
    </div>
  );
}
