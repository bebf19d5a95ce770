import { type ReactNode, useEffect, useState } from 'react';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { Article, ArticlePage as Page } from '../../contract.ts';
import { useArticlePage } from '../queries.ts';
import { FRAME, ROOM } from './frame-classes.ts';
import { ViewerMessage } from './ViewerMessage.tsx';
import './article-text.css';

/** Milliseconds after which a message is shown for a page that is still loading. */
const PATIENCE_MS = 12_000;

interface ArticlePageProps {
  article: Article;
  isHeld: boolean;
  onClose: () => void;
}

/** Shows an article in a frame, or as text in large type, or a message that it cannot be shown. */
export function ArticlePage({ article, isHeld, onClose }: ArticlePageProps) {
  const { data, isError, refetch } = useArticlePage(article.id);
  if (data?.show === 'frame') {
    // The page in the frame may play sound, and the alarm must be audible.
    if (isHeld) return null;
    return <ArticleFrame url={data.url} title={article.title} onClose={onClose} />;
  }
  if (data?.show === 'text') return <ArticleText page={data} barTitle={article.title} />;
  if (data === undefined && !isError) return <Waiting />;
  return (
    <Sorry text="This article cannot be shown right now." onClose={onClose}>
      {isError && <TouchButton onPress={() => void refetch()}>Try again</TouchButton>}
    </Sorry>
  );
}

interface ArticleFrameProps {
  url: string;
  title: string;
  onClose: () => void;
}

/**
 * The frame may run scripts in its own origin, but can neither open windows nor navigate this page.
 * The frame is shown before it has loaded completely, because a partly loaded page is already
 * readable.
 */
function ArticleFrame({ url, title, onClose }: ArticleFrameProps) {
  const [state, setState] = useState<'waiting' | 'late' | 'there'>('waiting');
  const [tries, setTries] = useState(1);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setTimeout(() => setState('late'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const tryAgain = () => {
    setState('waiting');
    setTries(tries + 1);
  };
  return (
    <>
      {state === 'late' && (
        <Sorry text="This article is taking a long time to open." onClose={onClose}>
          <TouchButton onPress={tryAgain}>Try again</TouchButton>
        </Sorry>
      )}
      <div className={ROOM}>
        {state === 'waiting' && <Waiting />}
        <iframe
          key={tries}
          src={url}
          title={title}
          className={`${FRAME} ${state === 'there' ? 'bg-white' : ''}`}
          sandbox="allow-scripts allow-same-origin"
          referrerPolicy="no-referrer"
          onLoad={() => setState('there')}
        />
      </div>
    </>
  );
}

interface ArticleTextProps {
  page: Extract<Page, { show: 'text' }>;
  /** The title in the bar; if the article has the same title, it is not repeated. */
  barTitle: string;
}

function ArticleText({ page, barTitle }: ArticleTextProps) {
  return (
    <article
      className="article-text mx-auto w-full max-w-[65ch] px-4 pt-8 pb-12 text-[1.625rem] leading-[1.6] tablet:px-8 tablet:pt-9 tablet:pb-16 tablet:text-[1.75rem]"
      {...(page.language === null ? {} : { lang: page.language })}
      {...(page.direction === null ? {} : { dir: page.direction })}
    >
      {page.title !== barTitle && <h2>{page.title}</h2>}
      {page.byline !== null && <p className="mt-3 text-soft">{page.byline}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server keeps nothing but headings, paragraphs, lists, quotations, tables and emphasis */}
      <div dangerouslySetInnerHTML={{ __html: page.html }} />
    </article>
  );
}

function Waiting() {
  return (
    <ViewerMessage role="status">
      <Spinner />
      Opening the article...
    </ViewerMessage>
  );
}

interface SorryProps {
  text: string;
  onClose: () => void;
  /** Additional buttons. */
  children: ReactNode;
}

function Sorry({ text, onClose, children }: SorryProps) {
  return (
    <ViewerMessage role="alert">
      <p>{text}</p>
      <div className="flex flex-wrap justify-center gap-4">
        {children}
        <TouchButton variant="outline" onPress={onClose}>
          Go back
        </TouchButton>
      </div>
    </ViewerMessage>
  );
}
