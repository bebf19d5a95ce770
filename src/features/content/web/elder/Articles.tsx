import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import { useRecordActivity } from '#features/analytics/web/queries.ts';
import { ShowMore } from '#platform/web/ui/ShowMore.tsx';
import type { Article } from '../../contract.ts';
import { siteOf, webAddress } from '../../domain/web-address.ts';
import { useContent } from '../queries.ts';
import { ActivityList, type ActivityParts } from './ActivityPage.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { Opened } from './ItemViewer.tsx';

/** The screen Read: the first six articles, or one of them in full screen. */
export function Articles(parts: ActivityParts) {
  return (
    <ActivityList
      query={useContent('articles')}
      parts={parts}
      variant="rows"
      loading="Loading articles..."
      entryOf={(article, onOpen) => (
        <ActivityRow
          id={article.id}
          icon={parts.icon}
          pictureUrl={article.thumbnailUrl}
          title={article.title}
          detail={article.source}
          sign={right}
          onOpen={onOpen}
        />
      )}
      openedOf={(article, onClose) => (
        <>
          <OpenArticle {...{ article, onClose }} {...parts} />
          <ShowMore above={parts.bottom} />
        </>
      )}
    />
  );
}

interface OpenArticleProps extends Pick<ActivityParts, 'isHeld' | 'clock'> {
  article: Article;
  onClose: () => void;
}

function OpenArticle({ article, isHeld, clock, onClose }: OpenArticleProps) {
  useRecordActivity('read', article.id);
  return (
    <Opened
      title={article.title}
      source={hostOf(article)}
      variant="key"
      clock={clock}
      isHeld={isHeld}
      onClose={onClose}
    >
      <ArticlePage article={article} isHeld={isHeld} onClose={onClose} />
    </Opened>
  );
}

function hostOf({ url, source }: Article): string {
  const address = webAddress(url);
  return address === undefined ? source : siteOf(address);
}
