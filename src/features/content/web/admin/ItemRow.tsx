import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import read from '@phosphor-icons/core/assets/duotone/book-open-text-duotone.svg?raw';
import watch from '@phosphor-icons/core/assets/duotone/monitor-play-duotone.svg?raw';
import listen from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MoveArrows } from '#platform/web/ui/MoveArrows.tsx';
import { useEditFocus } from '#platform/web/use-edit-focus.ts';
import type { ContentKind } from '../../contract.ts';
import type { ShelfItem } from './content-kinds.ts';
import { EditItem } from './EditItem.tsx';
import { SHELF_WORDS, shortUrl } from './shelf-messages.ts';

interface ItemRowProps {
  kind: ContentKind;
  item: ShelfItem;
  total: number;
  /** -1 moves the entry up by one position. */
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
  /** True if another administrator deleted the entry while its form is open. */
  isGone: boolean;
  onEditing: (isEditing: boolean) => void;
}

/** One entry of the list, or the form to change it. */
export function ItemRow(props: ItemRowProps) {
  const { kind, item } = props;
  const [isEditing, setIsEditing] = useState(false);
  const setEditing = (is: boolean) => {
    setIsEditing(is);
    props.onEditing(is);
  };
  const place = useEditFocus<HTMLDivElement>(isEditing);
  return (
    <div ref={place}>
      {isEditing ? (
        <EditItem
          kind={kind}
          item={item}
          present={props.isGone ? null : item}
          onDone={() => setEditing(false)}
        />
      ) : (
        <ShownRow {...props} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

function ShownRow({
  kind,
  item,
  total,
  onMove,
  onEdit,
  onDelete,
}: Omit<ItemRowProps, 'isGone' | 'onEditing'> & { onEdit: () => void }) {
  const { title, url, detail, order } = item;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 py-3 tablet:flex-nowrap tablet:px-2">
      <div className="order-2 flex items-center gap-1.5 tablet:order-none">
        <MoveArrows name={title} order={order} total={total} onMove={onMove} />
        <span className="hidden min-w-10 text-center font-semibold text-soft tablet:inline">
          {order + 1}
        </span>
      </div>
      <div className="order-1 flex min-w-0 flex-1 basis-full items-center gap-3.5 tablet:order-none tablet:basis-0">
        <Picture kind={kind} url={item.thumbnailUrl ?? null} />
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">{title}</p>
          <p title={url} className="truncate text-help text-soft">
            {shortUrl(url)}
          </p>
          {detail !== '' && (
            <p className="text-help text-soft">{SHELF_WORDS[kind].detail?.words(detail)}</p>
          )}
        </div>
      </div>
      <div className="order-3 ml-auto flex gap-1.5 tablet:order-none">
        <Button
          variant="quiet"
          icon={pencil}
          data-edit=""
          aria-label={`Edit ${title}`}
          onPress={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="danger-quiet"
          icon={trash}
          aria-label={`Delete ${title}`}
          onPress={onDelete}
        >
          Delete
        </Button>
      </div>
    </div>
  );
}

const ICONS = { videos: watch, playlists: listen, articles: read };

const TINTS = {
  videos: 'bg-watch-tint text-watch',
  playlists: 'bg-listen-tint text-listen',
  articles: 'bg-read-tint text-read',
};

function Picture({ kind, url }: { kind: ContentKind; url: string | null }) {
  const shape = 'h-15 w-23 flex-none rounded-control';
  return url === null ? (
    <span className={`grid place-items-center text-[1.9rem] ${shape} ${TINTS[kind]}`}>
      <Icon of={ICONS[kind]} className="[--glyph:#fff]" />
    </span>
  ) : (
    <img src={url} alt="" loading="lazy" className={`bg-sunk object-cover ${shape}`} />
  );
}
