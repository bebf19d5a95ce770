import suitcase from '@phosphor-icons/core/assets/duotone/suitcase-simple-duotone.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';

interface AwayNoticeProps {
  message: string;
  /** True if doses still ring, because they are also for another elder who is not away. */
  rings: boolean;
}

/** Explains above the doses of the day why there are none, or only some. */
export function AwayNotice({ message, rings }: AwayNoticeProps) {
  return (
    <div className="flex items-center gap-4 rounded-press bg-key-tint p-5 text-ink">
      <Icon
        of={suitcase}
        className="text-[2.25rem] tablet:text-[3rem] text-key-deep [--glyph:var(--color-white)]"
      />
      <p className="text-elder">
        <strong className="block font-bold">{message}</strong>
        {rings
          ? 'Only medications for everyone ring in this time.'
          : 'Medications do not ring in this time.'}
      </p>
    </div>
  );
}
