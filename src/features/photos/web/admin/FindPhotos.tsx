import glass from '@phosphor-icons/core/assets/bold/magnifying-glass-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { useRef } from 'react';
import { Link } from 'wouter';
import { wordsOf } from '#features/search/domain/fold.ts';
import { MAX_TYPED_LENGTH, MAX_WORDS, TOO_MANY_WORDS } from '#features/search/limits.ts';
import { formatDate } from '#platform/shared/zoned-time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { FIELD_SIZES, INPUT } from '#platform/web/ui/variants.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';
import type { FoundPhoto } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';
import { useFoundPhotos } from '../found-photos.ts';

interface FindFieldProps {
  typed: string;
  onTyped: (typed: string) => void;
}

/** Search field for the photos of all albums; Escape clears it. */
export function FindField({ typed, onTyped }: FindFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative min-w-0 flex-1 tablet:max-w-105">
      <Icon
        of={glass}
        className="pointer-events-none absolute top-3.5 left-3.5 text-[1.25rem] text-soft"
      />
      <input
        ref={field}
        type="search"
        aria-label="Find a photo"
        value={typed}
        maxLength={MAX_TYPED_LENGTH}
        placeholder="Find a photo: lake, March 2026"
        onChange={({ target }) => onTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onTyped('');
        }}
        className={`${INPUT} ${FIELD_SIZES.usual} pr-12! pl-11.5! text-ellipsis [&::-webkit-search-cancel-button]:hidden`}
      />
      {typed === '' ? null : (
        // No tab stop, because Escape does the same.
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear"
          onClick={() => {
            onTyped('');
            field.current?.focus();
          }}
          className="absolute top-0.5 right-0.5 grid size-11.5 place-items-center rounded-control text-[1.1rem] hover:bg-sunk"
        >
          <Icon of={x} />
        </button>
      )}
    </search>
  );
}

interface FoundPhotosProps {
  typed: string;
  onOpen: (photo: FoundPhoto) => void;
}

/** The photos whose caption or date contains all typed words. */
export function FoundPhotos({ typed, onOpen }: FoundPhotosProps) {
  const asked = useDebounced(typed.trim());
  const query = useFoundPhotos(asked);
  const isSettled = asked === typed.trim() && !query.isPlaceholderData;
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const photos = query.data?.pages.flatMap((page) => page.photos) ?? [];
  const isTooLong = wordsOf(asked).length > MAX_WORDS;
  const isFound = isSettled && query.isSuccess;
  return (
    <section aria-label="Found photos" aria-busy={!isSettled} className="grid gap-4.5">
      <p role="status" className={isFound && total > 0 ? 'font-bold' : 'sr-only'}>
        {isFound ? foundMessage(total) : ''}
      </p>
      <ListState
        query={query}
        isEmpty={photos.length === 0}
        emptyText={`No photo has “${asked}” in its caption or its date.`}
        errorText={isTooLong ? TOO_MANY_WORDS : 'The photos could not be searched.'}
      >
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4.5">
          {photos.map((photo) => (
            <FoundCard key={photo.id} photo={photo} onOpen={() => onOpen(photo)} />
          ))}
        </ul>
        {query.hasNextPage ? (
          <Button
            variant="outline"
            className="justify-self-center"
            isPending={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage()}
          >
            Show more photos
          </Button>
        ) : null}
      </ListState>
    </section>
  );
}

function FoundCard({ photo, onOpen }: { photo: FoundPhoto; onOpen: () => void }) {
  const { id, albumId, albumName, caption, date, url, thumbnailUrl, thumbnails } = photo;
  return (
    <li>
      <Link
        href={`/photo-albums?album=${albumId}&show=${id}`}
        state={{ visit: id }}
        className="flex h-full flex-col gap-2.5 rounded-box border border-line bg-surface p-2.5 hover:border-ink"
        onClick={onOpen}
      >
        <img
          src={thumbnailUrl ?? url}
          srcSet={thumbnails.map((each) => `${each.url} ${each.width}w`).join(', ')}
          sizes="(min-width: 48em) 17rem, 90vw"
          alt=""
          loading="lazy"
          decoding="async"
          className="h-44 w-full rounded-control bg-sunk object-cover"
        />
        <span className="px-1 pb-1 wrap-anywhere">
          <strong className={caption ? 'block font-semibold' : 'block font-normal text-soft'}>
            {caption || 'No caption yet'}
          </strong>
          <span className="text-help text-soft">
            {`${formatDate(new Date(`${date}T12:00:00Z`), 'UTC')}, in “${albumName}”`}
          </span>
        </span>
      </Link>
    </li>
  );
}

function foundMessage(total: number): string {
  return total === 0 ? 'No photo was found.' : `${countMessage(total)} found`;
}
