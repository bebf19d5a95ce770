import { readAccountsConfig } from '#features/accounts/server.ts';
import { readBackups } from '#features/backup/server.ts';
import { readLimits } from '#features/entitlement/server.ts';
import { readHelpTips } from '#features/help-tips/server.ts';
import { readRetention } from '#features/retention/server.ts';
import { readOperators } from '#features/server-health/server.ts';
import { readStripe } from '#features/subscription/server.ts';
import { readWeather } from '#features/weather/server.ts';
import { type Environment, readServerConfig } from '#platform/server/config.ts';

/** Reads and checks every variable; throws a ConfigError that names the first invalid one. */
export function readConfig(environment: Environment) {
  return {
    ...readServerConfig(environment),
    ...readAccountsConfig(environment),
    ...readBackups(environment),
    ...readOperators(environment),
    retention: readRetention(environment),
    limits: readLimits(environment),
    stripe: readStripe(environment),
    weather: readWeather(environment),
    helpTips: readHelpTips(environment),
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
