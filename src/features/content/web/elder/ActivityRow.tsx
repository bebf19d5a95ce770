import { Icon } from '#platform/web/ui/Icon.tsx';
import { DETAIL, DISC, groundOf } from './entry-parts.ts';
import { NEEDS_INTERNET, showNeedsInternet } from './needs-internet.ts';
import { Plate } from './Plate.tsx';

interface ActivityRowProps {
  id: string;
  icon: string;
  /** If null, or if the picture cannot be loaded, a plate (a drawn landscape) is shown. */
  pictureUrl: string | null;
  title: string;
  /** Text below the title, for example '24 tracks'. */
  detail: string | undefined;
  /** The icon on the disc at the end. */
  sign: string;
  onOpen: () => void;
  /** True if the entry is unavailable, because it needs a connection and there is none. */
  isCalm?: boolean;
}

/** A playlist or an article: picture or plate, title and detail. */
export function ActivityRow(props: ActivityRowProps) {
  const { id, icon, pictureUrl, title, detail, sign, isCalm = false, onOpen } = props;
  return (
    <button
      type="button"
      data-item={id}
      className={`activity-row forced-border flex size-full items-center gap-4 rounded-card p-3 text-left transition-transform active:scale-[0.985] broad:gap-5.5 broad:p-3.5 ${groundOf(isCalm)}`}
      onClick={isCalm ? showNeedsInternet : onOpen}
    >
      <Plate
        {...{ icon, pictureUrl, title }}
        className={`activity-plate ${isCalm ? 'opacity-55' : ''}`}
      />
      <span className="wrap-anywhere grid min-w-0 flex-1 grid-cols-1 gap-1 pl-2 tablet:pl-0">
        <span className="activity-title font-bold leading-[1.15]">{title}</span>
        {(isCalm || detail) && <span className={DETAIL}>{isCalm ? NEEDS_INTERNET : detail}</span>}
      </span>
      {!isCalm && (
        <span className={`activity-disc mr-1 ${DISC}`}>
          <Icon of={sign} />
        </span>
      )}
    </button>
  );
}
