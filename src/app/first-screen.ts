import { accessibilityCalls } from '#features/accessibility/contract.ts';
import { awayCalls } from '#features/away/contract.ts';
import { homeButtonCalls } from '#features/home-buttons/contract.ts';
import { medicationCalls } from '#features/medications/contract.ts';
import { sessionCalls } from '#features/sessions/contract.ts';
import { settingsCalls } from '#features/settings/contract.ts';
import type { FirstScreen } from '#kit/server/http/first-answers.ts';

/** What an elder's home screen asks before it can be used, and today's doses. */
export const HOME_SCREEN: FirstScreen = {
  role: 'user',
  calls: [
    sessionCalls.current,
    settingsCalls.read,
    homeButtonCalls.list,
    accessibilityCalls.list,
    awayCalls.list,
    medicationCalls.upcoming,
  ],
  longestMs: 300,
};
