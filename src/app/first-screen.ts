import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityCalls } from '#features/accessibility/contract.ts';
import { awayCalls } from '#features/away/contract.ts';
import { calendarCalls } from '#features/calendar/contract.ts';
import { homeButtonCalls } from '#features/home-buttons/contract.ts';
import { medicationCalls } from '#features/medications/contract.ts';
import { sessionCalls } from '#features/sessions/contract.ts';
import { settingsCalls } from '#features/settings/contract.ts';
import type { FirstScreen, Renderer } from '#platform/server/http/first-answers.ts';

/** Calls that an elder's home screen needs at start, including the doses and events of today. */
export const HOME_SCREEN: FirstScreen = {
  role: 'user',
  calls: [
    sessionCalls.current,
    settingsCalls.read,
    homeButtonCalls.list,
    accessibilityCalls.list,
    awayCalls.list,
    calendarCalls.today,
    medicationCalls.upcoming,
  ],
  longestMs: 300,
};

/**
 * Adds the server-side renderer and its critical styles, if they exist in the build. Otherwise the
 * browser renders the screen.
 */
export async function withRenderer(webRoot: string | undefined): Promise<FirstScreen> {
  const built = webRoot && join(webRoot, '../server/render-home.js');
  if (!built || !existsSync(built)) return HOME_SCREEN;
  const { renderHome }: { renderHome: Renderer } = await import(pathToFileURL(built).href);
  const critical = readFileSync(built.replace(/js$/, 'css'), 'utf8');
  return {
    ...HOME_SCREEN,
    render: (answers, now) => {
      const made = renderHome(answers, now);
      return made && { ...made, styles: critical + made.styles };
    },
  };
}
