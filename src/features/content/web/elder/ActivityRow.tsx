import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { DETAIL, DISC, groundOf } from './entry-parts.ts';
import { NEEDS_INTERNET, sayNeedsInternet } from './needs-internet.ts';

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
  const { id, title, detail, sign, isCalm = false, onOpen } = props;
  return (
    <button
      type="button"
      data-item={id}
      className={`forced-border flex size-full min-h-41 items-center gap-4 rounded-card p-3.5 text-left transition-transform active:scale-[0.985] tablet:gap-6 tablet:in-[.key-read]:min-h-51.5 ${groundOf(isCalm)}`}
      onClick={isCalm ? sayNeedsInternet : onOpen}
    >
      <Plate {...props} />
      <span className="wrap-anywhere grid min-w-0 flex-1 grid-cols-1 gap-1 pl-2 tablet:pl-0">
        <span className="font-bold text-item leading-[1.15] tablet:in-[.key-read]:text-[1.8125rem]">
          {title}
        </span>
        {(isCalm || detail) && <span className={DETAIL}>{isCalm ? NEEDS_INTERNET : detail}</span>}
      </span>
      {!isCalm && (
        <span className={`mr-1 size-19 tablet:mr-3 ${DISC}`}>
          <Icon of={sign} />
        </span>
      )}
    </button>
  );
}

const PLATE =
  'hidden size-34 flex-none place-items-center bg-key-tint text-[4.75rem] text-key [--glyph:var(--color-white)] tablet:grid tablet:in-[.key-read]:h-44.5 tablet:in-[.key-read]:w-40';

type PlateProps = Pick<ActivityRowProps, 'icon' | 'pictureUrl' | 'isCalm'>;

function Plate({ icon, pictureUrl, isCalm = false }: PlateProps) {
  const [broken, setBroken] = useState<string>();
  const plate = `${PLATE} ${isCalm ? 'opacity-55' : ''}`;
  return pictureUrl === null || pictureUrl === broken ? (
    <span
      className={`rounded-t-[4.25rem] rounded-b-box tablet:in-[.key-read]:rounded-t-[5rem] ${plate}`}
    >
      <Icon of={icon} />
    </span>
  ) : (
    <img
      src={pictureUrl}
      alt=""
      draggable={false}
      className={`rounded-box object-cover ${plate}`}
      onError={() => setBroken(pictureUrl)}
    />
  );
}
