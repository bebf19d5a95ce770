import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { EldersAccessibility } from '#features/accessibility/contract.ts';
import { ACCESSIBILITY } from '#features/accessibility/web/queries.ts';
import { CURRENT_USER, type PresentUser } from '#features/sessions/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import type { RenderedPage } from '#platform/shared/rendered-page.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { startWithSkew } from '#platform/web/server-clock.ts';
import { putFirstAnswers } from './screens/first-answers.ts';
import { HomeScreen } from './screens/Home.tsx';

/** Sets the same font size as the script of the elder's screens does when it runs. */
const LARGE_SCREEN = ':root{font-size:var(--large-screen)}';

/**
 * Hides the clock and the doses 30 seconds after the page was shown: if the script has not loaded
 * by then, they are out of date.
 */
const UNTIL_STALE = `#root :is(.home-now,.home-today){animation:stale 0s 30s both!important}
@keyframes stale{to{visibility:hidden}}`;

/**
 * Server-side rendering of an elder's home screen at `now`, from the responses of its calls, by
 * path. Returns undefined if the first paint depends on the script: with long press, with larger
 * text, after an expiry, or during an import.
 */
export function renderHome(
  answers: Readonly<Record<string, unknown>>,
  now: Date,
): RenderedPage | undefined {
  const client = createQueryClient(() => undefined);
  // Sets module state. This is safe for concurrent requests, because there is no await between here
  // and the rendering.
  startWithSkew(Date.now() - now.getTime());
  putFirstAnswers(client, answers);
  const user = client.getQueryData<PresentUser>(CURRENT_USER);
  const settings = client.getQueryData<Settings>(SETTINGS);
  if (!user || !settings || settings.requireLongPress) return undefined;
  if (user.isCareOnly || user.isBringingIn) return undefined;
  const own = client
    .getQueryData<EldersAccessibility[]>(ACCESSIBILITY)
    ?.find(({ userId }) => userId === user.id);
  if (own?.holdMs !== 0 || own.textSize !== 100) return undefined;
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <HomeScreen />
      </Router>
    </QueryClientProvider>,
  );
  client.clear();
  return withStylesApart(html);
}

/**
 * Moves the style attributes to a style element with the page's nonce, because the page's policy
 * allows no style attributes. User content cannot contain one, because React escapes quotation
 * marks.
 */
function withStylesApart(html: string): RenderedPage {
  const rules = [UNTIL_STALE + LARGE_SCREEN];
  const bare = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = String(rules.length);
    rules.push(`[data-styled="${name}"]{${style}}`);
    return ` data-styled="${name}"`;
  });
  return { html: bare, styles: rules.join('') };
}
