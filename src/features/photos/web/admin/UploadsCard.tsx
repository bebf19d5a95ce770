import images from '@phosphor-icons/core/assets/bold/images-bold.svg?raw';
import type { ownerOf } from '#features/sessions/web/queries.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { CaptionList } from './CaptionList.tsx';
import { usePhotoUploads } from './photo-uploads.ts';
import { areUploadsVisible, RefusedPhotos, UploadProgress } from './UploadProgress.tsx';
import { sumOf } from './upload-queue.ts';

interface UploadsCardProps {
  user: Parameters<typeof ownerOf>[0];
  albumsPath: string;
}

/** The uploads, shown on every tab except that of the albums. */
export function UploadsCard({ user, albumsPath }: UploadsCardProps) {
  const uploads = usePhotoUploads(user);
  const { refused } = sumOf(uploads.photos);
  if (!areUploadsVisible(uploads)) return null;
  return (
    <section
      aria-label="Photos on their way"
      className="sticky bottom-4 z-10 mt-8 grid gap-3 rounded-box border border-line bg-surface p-4 shadow-e2 tablet:max-w-130"
    >
      <UploadProgress uploads={uploads} />
      {uploads.isCaptioning ? (
        <div className="max-h-[50vh] overflow-y-auto">
          <CaptionList uploads={uploads} />
        </div>
      ) : null}
      <RefusedPhotos uploads={uploads} />
      {refused.length > 0 ? (
        <div>
          <ButtonLink href={albumsPath} icon={images}>
            Open Photo Albums
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}
