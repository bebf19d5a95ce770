import { eq } from 'drizzle-orm';
import { settings } from '#database/schema/home.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { weatherCalls } from './contract.ts';
import { weatherRefusal } from './refusals.ts';
import type { WeatherSettings } from './server/config.ts';
import { openMeteo } from './server/open-meteo.ts';
import { openWeather } from './server/open-weather.ts';
import { RememberedWeather } from './server/remembered-weather.ts';

export { readWeather } from './server/config.ts';

/** Timeout per request; a starting tablet may have to wait for two of them. */
const MAX_QUESTION_MS = 4_000;

export function weatherFeature(provider: WeatherSettings, withinMs = MAX_QUESTION_MS): Feature {
  const remembered = new RememberedWeather();
  const ask =
    provider.kind === 'openweather'
      ? openWeather(provider, withinMs)
      : openMeteo(provider, withinMs);
  const inTurn = limitConcurrency({
    atOnce: 8,
    longestQueue: 100,
    tooMany: 'The weather is not known just now.',
  });

  return feature(weatherCalls, {
    read: {
      async outsideTransaction({ query }, { database, account, now, log }) {
        const { city, state, units } = query;
        const country = await database.inHousehold(account.id, async (db) => {
          const [row] = await db
            .select({ country: settings.defaultCountry })
            .from(settings)
            .where(eq(settings.accountId, account.id));
          return row?.country ?? '';
        });
        const wanted = { city, state, country };
        const key = JSON.stringify([wanted, units]).toLowerCase();
        const weather = await remembered.of(key, now.getTime(), () =>
          inTurn(() => ask(wanted, units)).catch((error: unknown) => {
            log.warn({ err: error }, 'weather not available');
            return undefined;
          }),
        );
        if (weather === undefined) throw weatherRefusal('weather-not-known');
        return weather;
      },
    },
  });
}
