import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { EldersAccessibility } from '#features/accessibility/contract.ts';
import { ACCESSIBILITY } from '#features/accessibility/web/queries.ts';
import { CURRENT_USER, type PresentUser } from '#features/sessions/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import type { Rendered } from '#kit/shared/rendered.ts';
import { createQueryClient } from '#kit/web/query-client.ts';
import { startWithSkew } from '#kit/web/server-clock.ts';
import { putFirstAnswers } from './screens/first-answers.ts';
import { HomeScreen } from './screens/Home.tsx';

/** As the elder's screens have it as soon as their script runs. */
const LARGE_SCREEN = ':root{font-size:var(--large-screen)}';

/** Where the script does not come, a clock that stands and doses of then are not shown for longer. */
const UNTIL_STALE = `#root :is(.home-now,.home-today){animation:stale 0s 30s both!important}
@keyframes stale{to{visibility:hidden}}`;

/**
 * Server-side rendering: an elder's home screen as it is at `now`, made of the calls' answers by path.
 * Undefined where the screen needs its script to be used, or to be as it will be: for whose hands a press
 * is held for a while, whose text is larger, whose subscription has ended, or whose household is being
 * brought in.
 */
export function renderHome(
  answers: Readonly<Record<string, unknown>>,
  now: Date,
): Rendered | undefined {
  const client = createQueryClient(() => undefined);
  // The clock of the screens is of the module, and nothing is waited for until the screen is made.
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
 * The page's policy allows no styles in attributes: they go into an element that has its nonce. What
 * people write cannot be taken for one, since React escapes quotation marks.
 */
function withStylesApart(html: string): Rendered {
  const rules = [UNTIL_STALE + LARGE_SCREEN];
  const bare = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = String(rules.length);
    rules.push(`[data-styled="${name}"]{${style}}`);
    return ` data-styled="${name}"`;
  });
  return { html: bare, styles: rules.join('') };
}
