import { Icon } from '#kit/web/ui/Icon.tsx';
import './activity-entries.css';

interface ActivityRowProps {
  id: string;
  icon: string;
  title: string;
  /** Such as '24 tracks'. */
  detail: string | undefined;
  /** On the disc at the end. */
  sign: string;
  onOpen: () => void;
}

/** A playlist or an article: a plate, its name, and what is there. */
export function ActivityRow({ id, icon, title, detail, sign, onOpen }: ActivityRowProps) {
  return (
    <button type="button" data-item={id} className="activity-row forced-border" onClick={onOpen}>
      <span className="row-plate">
        <Icon of={icon} />
      </span>
      <span className="row-words">
        <span className="row-title">{title}</span>
        {detail && <span className="row-detail">{detail}</span>}
      </span>
      <span className="play-disc row-disc">
        <Icon of={sign} />
      </span>
    </button>
  );
}
