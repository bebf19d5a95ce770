import { Icon } from '#kit/web/ui/Icon.tsx';
import { DETAIL, DISC, groundOf } from './entry-parts.ts';
import { NEEDS_INTERNET, sayNeedsInternet } from './needs-internet.ts';
import { Plate } from './Plate.tsx';

interface ActivityRowProps {
  id: string;
  icon: string;
  /** Of its own; without it, and where it cannot be had, the icon stands there. */
  pictureUrl: string | null;
  title: string;
  /** Such as '24 tracks'. */
  detail: string | undefined;
  /** On the disc at the end. */
  sign: string;
  onOpen: () => void;
  /** There is no connection, which it needs. */
  isCalm?: boolean;
}

/** A playlist or an article: its picture or a plate, its name, and what is there. */
export function ActivityRow(props: ActivityRowProps) {
  const { id, icon, pictureUrl, title, detail, sign, isCalm = false, onOpen } = props;
  return (
    <button
      type="button"
      data-item={id}
      className={`activity-row forced-border flex size-full items-center gap-4 rounded-card p-3 text-left transition-transform active:scale-[0.985] broad:gap-5.5 broad:p-3.5 ${groundOf(isCalm)}`}
      onClick={isCalm ? sayNeedsInternet : onOpen}
    >
      <Plate
        {...{ icon, pictureUrl, title }}
        className={`activity-plate ${isCalm ? 'opacity-55' : ''}`}
      />
      <span className="wrap-anywhere grid min-w-0 flex-1 grid-cols-1 gap-1 pl-2 tablet:pl-0">
        <span className="font-bold text-press leading-[1.15]">{title}</span>
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
