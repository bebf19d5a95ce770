import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { NEEDS_INTERNET, sayNeedsInternet } from './needs-internet.ts';
import './activity-entries.css';

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
      data-calm={isCalm || undefined}
      className="activity-row forced-border"
      onClick={isCalm ? sayNeedsInternet : onOpen}
    >
      <Plate {...props} />
      <span className="row-words">
        <span className="row-title">{title}</span>
        {(isCalm || detail) && (
          <span className="row-detail">{isCalm ? NEEDS_INTERNET : detail}</span>
        )}
      </span>
      <span className="play-disc row-disc">
        <Icon of={sign} />
      </span>
    </button>
  );
}

function Plate({ icon, pictureUrl }: Pick<ActivityRowProps, 'icon' | 'pictureUrl'>) {
  const [broken, setBroken] = useState<string>();
  return pictureUrl === null || pictureUrl === broken ? (
    <span className="row-plate">
      <Icon of={icon} />
    </span>
  ) : (
    <img
      src={pictureUrl}
      alt=""
      draggable={false}
      className="row-plate row-picture"
      onError={() => setBroken(pictureUrl)}
    />
  );
}
