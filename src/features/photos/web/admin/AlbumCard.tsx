import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import images from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';

/** The picture is left of the text on a phone, and above it on wider screens. */
const PICTURE = 'size-24 flex-none rounded-control bg-sunk tablet:h-30 tablet:w-full';

interface AlbumCardProps {
  album: PhotoAlbum;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** Shows an album with its first photo. The album can be opened and closed. */
export function AlbumCard({ album, isOpen, onToggle, onEdit, onDelete }: AlbumCardProps) {
  const { name, description, photoCount, firstPhotoUrl } = album;
  const look = isOpen ? 'border-photos bg-photos-tint outline-1 outline-photos' : 'border-line';
  return (
    <li
      id={anchorOf(album.id)}
      className={`flex flex-wrap gap-3 rounded-box border p-3 tablet:flex-col tablet:flex-nowrap ${look}`}
    >
      {firstPhotoUrl ? (
        <img src={firstPhotoUrl} alt="" loading="lazy" className={`${PICTURE} object-cover`} />
      ) : (
        <span className={`grid place-items-center text-[2.5rem] text-soft ${PICTURE}`}>
          <Icon of={images} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 items-start gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h2 className="font-bold">{name}</h2>
          {description ? <p className="text-help text-soft">{description}</p> : null}
          <p className="text-help text-soft">{countMessage(photoCount)}</p>
        </div>
        <Button
          variant="quiet"
          icon={pencil}
          aria-label={`Edit album ${name}`}
          className="px-3"
          onPress={onEdit}
        />
        <Button
          variant="danger-quiet"
          icon={trash}
          aria-label={`Delete album ${name}`}
          className="px-3"
          onPress={onDelete}
        />
      </div>
      <Button
        variant={isOpen ? 'primary' : 'outline'}
        aria-label={`${isOpen ? 'Close Album' : 'Manage Photos'}: ${name}`}
        className="w-full"
        onPress={onToggle}
      >
        {isOpen ? 'Close Album' : 'Manage Photos'}
      </Button>
    </li>
  );
}
