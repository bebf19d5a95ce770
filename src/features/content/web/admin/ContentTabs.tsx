import read from '@phosphor-icons/core/assets/duotone/book-open-text-duotone.svg?raw';
import watch from '@phosphor-icons/core/assets/duotone/monitor-play-duotone.svg?raw';
import listen from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import type { ContentKind } from '../../contract.ts';
import { useContent } from '../queries.ts';
import { articleItem, playlistItem, videoItem } from './content-kinds.ts';
import { Shelf, type ShelfProps } from './Shelf.tsx';

/** The lists of Watch, Listen and Read, each to add to, edit and reorder. */
export function ContentTabs() {
  const wanted = useSearchParams()[0].get('kind');
  const [selected, setSelected] = useState<ContentKind>(
    wanted === 'playlists' || wanted === 'articles' ? wanted : 'videos',
  );
  const videos = useContent('videos');
  const playlists = useContent('playlists');
  const articles = useContent('articles');
  return (
    <Tabs
      label="Kind of content"
      selected={selected}
      onChange={setSelected}
      listClassName="tablet:w-fit"
      tabs={[
        tabOf('Videos', watch, {
          kind: 'videos',
          query: videos,
          items: videos.data?.map(videoItem),
        }),
        tabOf('Playlists', listen, {
          kind: 'playlists',
          query: playlists,
          items: playlists.data?.map(playlistItem),
        }),
        tabOf('Articles', read, {
          kind: 'articles',
          query: articles,
          items: articles.data?.map(articleItem),
        }),
      ]}
    />
  );
}

function tabOf(name: string, icon: string, shelf: ShelfProps) {
  return {
    id: shelf.kind,
    label: <Label name={name} icon={icon} tint={TINTS[shelf.kind]} count={shelf.items?.length} />,
    content: <Shelf {...shelf} />,
  };
}

const TINTS = {
  videos: { icon: 'text-watch [--glyph:#fbe6e8]', count: 'in-data-selected:bg-watch-tint' },
  playlists: { icon: 'text-listen [--glyph:#e1f1e6]', count: 'in-data-selected:bg-listen-tint' },
  articles: { icon: 'text-read [--glyph:#fcebdc]', count: 'in-data-selected:bg-read-tint' },
};

interface LabelProps {
  name: string;
  icon: string;
  tint: (typeof TINTS)[ContentKind];
  /** Undefined while loading. */
  count: number | undefined;
}

function Label({ name, icon, tint, count }: LabelProps) {
  return (
    <span className="flex flex-col items-center gap-x-2 gap-y-0.5 phone:flex-row tablet:gap-x-3 tablet:px-2.5">
      <Icon of={icon} className={`hidden text-[1.5rem] tablet:inline-flex ${tint.icon}`} />
      {name}
      {count === undefined ? null : (
        <span
          className={`min-w-6 rounded-badge bg-line px-1.5 py-0.5 text-help leading-tight ${tint.count}`}
        >
          {count}
        </span>
      )}
    </span>
  );
}
