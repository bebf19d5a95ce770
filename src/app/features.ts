import { accountsFeature } from '#features/accounts/server.ts';
import { homeButtonsFeature } from '#features/home-buttons/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { builtInBilling } from '#features/subscription/server.ts';
import type { Config } from '#kit/server/config.ts';
import type { Feature } from '#kit/server/feature.ts';

/** The table of contents: the server side of every feature. */
export function featuresFor(config: Config): Feature[] {
  return [
    sessionsFeature,
    accountsFeature({
      registrationOpen: config.registrationOpen,
      supportEmail: config.supportEmail,
      billing: builtInBilling(),
    }),
    settingsFeature,
    homeButtonsFeature,
    medicationsFeature,
  ];
}
