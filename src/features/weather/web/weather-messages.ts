import type { Units, Weather } from '../contract.ts';

/** The weather in the header of the home screen. */
export interface WeatherMessage {
  /** The group of the condition as OpenWeatherMap names it; it selects the icon. */
  readonly group: string;
  readonly temperature: string;
  readonly condition: string;
  /** True if the values are a fallback, because no weather was received for hours. */
  readonly isOutdated: boolean;
}

/** Shown if no weather is known. */
const FALLBACK = { temp: { imperial: 72, metric: 22 }, condition: 'Partly Cloudy' };

/** Formats the weather as '72°F' and 'Partly Cloudy'. */
export function weatherMessage(weather: Weather | undefined, units: Units): WeatherMessage {
  const [shown] = weather?.weather ?? [];
  if (weather === undefined || shown === undefined) {
    return {
      group: 'Clouds',
      temperature: degrees(FALLBACK.temp[units], units),
      condition: FALLBACK.condition,
      isOutdated: true,
    };
  }
  return {
    group: shown.main,
    temperature: degrees(weather.main.temp, units),
    condition: titled(shown.description || shown.main),
    isOutdated: false,
  };
}

function degrees(temperature: number, units: Units): string {
  // `|| 0` replaces -0.
  const whole = Math.round(temperature) || 0;
  return `${whole < 0 ? '−' : ''}${Math.abs(whole)}°${units === 'metric' ? 'C' : 'F'}`;
}

function titled(words: string): string {
  return words.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}
