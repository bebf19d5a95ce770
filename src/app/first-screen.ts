import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityCalls } from '#features/accessibility/contract.ts';
import { awayCalls } from '#features/away/contract.ts';
import { calendarCalls } from '#features/calendar/contract.ts';
import { homeButtonCalls } from '#features/home-buttons/contract.ts';
import { medicationCalls } from '#features/medications/contract.ts';
import { sessionCalls } from '#features/sessions/contract.ts';
import { settingsCalls } from '#features/settings/contract.ts';
import type { FirstScreen } from '#kit/server/http/first-answers.ts';

/** What an elder's home screen asks before it can be used, and what today has. */
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

/** With the renderer that was built beside the web side; a page without it makes its screen by itself. */
export async function withRenderer(webRoot: string | undefined): Promise<FirstScreen> {
  const built = webRoot && join(webRoot, '../server/render-home.js');
  if (!built || !existsSync(built)) return HOME_SCREEN;
  const { renderHome } = await import(pathToFileURL(built).href);
  return { ...HOME_SCREEN, render: renderHome };
}
