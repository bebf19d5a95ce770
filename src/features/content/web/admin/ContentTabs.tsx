import read from '@phosphor-icons/core/assets/duotone/book-open-text-duotone.svg?raw';
import watch from '@phosphor-icons/core/assets/duotone/monitor-play-duotone.svg?raw';
import listen from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import { useState } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Tabs } from '#kit/web/ui/Tabs.tsx';
import { useArticles, usePlaylists, useVideos } from '../queries.ts';
import { articleItem, playlistItem, type ShelfKind, videoItem } from './content-kinds.ts';
import { Shelf } from './Shelf.tsx';

/** What stands behind Watch, Listen and Read: three lists to add to, to change and to order. */
export function ContentTabs() {
  const [selected, setSelected] = useState<ShelfKind>('videos');
  const videos = useVideos();
  const playlists = usePlaylists();
  const articles = useArticles();
  return (
    <Tabs
      label="Kind of content"
      selected={selected}
      onChange={setSelected}
      listClassName="tablet:w-fit"
      tabs={[
        {
          id: 'videos',
          label: (
            <Label icon={watch} tint="watch" count={videos.data?.length}>
              Videos
            </Label>
          ),
          content: <Shelf kind="videos" query={videos} items={videos.data?.map(videoItem)} />,
        },
        {
          id: 'playlists',
          label: (
            <Label icon={listen} tint="listen" count={playlists.data?.length}>
              Playlists
            </Label>
          ),
          content: (
            <Shelf kind="playlists" query={playlists} items={playlists.data?.map(playlistItem)} />
          ),
        },
        {
          id: 'articles',
          label: (
            <Label icon={read} tint="read" count={articles.data?.length}>
              Articles
            </Label>
          ),
          content: (
            <Shelf kind="articles" query={articles} items={articles.data?.map(articleItem)} />
          ),
        },
      ]}
    />
  );
}

const TINTS = {
  watch: { icon: 'text-watch [--glyph:#fbe6e8]', count: 'in-data-selected:bg-watch-tint' },
  listen: { icon: 'text-listen [--glyph:#e1f1e6]', count: 'in-data-selected:bg-listen-tint' },
  read: { icon: 'text-read [--glyph:#fcebdc]', count: 'in-data-selected:bg-read-tint' },
};

interface LabelProps {
  icon: string;
  tint: keyof typeof TINTS;
  /** Undefined until it is known. */
  count: number | undefined;
  children: string;
}

function Label({ icon, tint, count, children }: LabelProps) {
  return (
    <span className="flex flex-col items-center gap-x-2 gap-y-0.5 phone:flex-row tablet:gap-x-3 tablet:px-2.5">
      <Icon of={icon} className={`hidden text-[1.5rem] tablet:inline-flex ${TINTS[tint].icon}`} />
      {children}
      {count === undefined ? null : (
        <span
          className={`min-w-6 rounded-badge bg-line px-1.5 py-0.5 text-help leading-tight ${TINTS[tint].count}`}
        >
          {count}
        </span>
      )}
    </span>
  );
}
