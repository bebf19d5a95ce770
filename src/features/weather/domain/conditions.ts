interface Condition {
  /** The group of the condition as OpenWeatherMap names it, for example Clouds. */
  readonly main: string;
  readonly description: string;
}

/** The codes of the World Meteorological Organization (table 4677) that Open-Meteo uses. */
const BY_CODE: ReadonlyMap<number, Condition> = new Map([
  [0, { main: 'Clear', description: 'clear sky' }],
  [1, { main: 'Clear', description: 'mostly clear' }],
  [2, { main: 'Clouds', description: 'partly cloudy' }],
  [3, { main: 'Clouds', description: 'cloudy' }],
  [45, { main: 'Fog', description: 'fog' }],
  [48, { main: 'Fog', description: 'freezing fog' }],
  [51, { main: 'Drizzle', description: 'light drizzle' }],
  [53, { main: 'Drizzle', description: 'drizzle' }],
  [55, { main: 'Drizzle', description: 'heavy drizzle' }],
  [56, { main: 'Drizzle', description: 'freezing drizzle' }],
  [57, { main: 'Drizzle', description: 'freezing drizzle' }],
  [61, { main: 'Rain', description: 'light rain' }],
  [63, { main: 'Rain', description: 'rain' }],
  [65, { main: 'Rain', description: 'heavy rain' }],
  [66, { main: 'Rain', description: 'freezing rain' }],
  [67, { main: 'Rain', description: 'freezing rain' }],
  [71, { main: 'Snow', description: 'light snow' }],
  [73, { main: 'Snow', description: 'snow' }],
  [75, { main: 'Snow', description: 'heavy snow' }],
  [77, { main: 'Snow', description: 'snow grains' }],
  [80, { main: 'Rain', description: 'light showers' }],
  [81, { main: 'Rain', description: 'showers' }],
  [82, { main: 'Rain', description: 'heavy showers' }],
  [85, { main: 'Snow', description: 'snow showers' }],
  [86, { main: 'Snow', description: 'heavy snow showers' }],
  [95, { main: 'Thunderstorm', description: 'thunderstorm' }],
  [96, { main: 'Thunderstorm', description: 'thunderstorm with hail' }],
  [99, { main: 'Thunderstorm', description: 'thunderstorm with hail' }],
]);

export function conditionOf(code: number): Condition | undefined {
  return BY_CODE.get(code);
}
