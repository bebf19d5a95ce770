import cloud from '@phosphor-icons/core/assets/duotone/cloud-duotone.svg?raw';
import fog from '@phosphor-icons/core/assets/duotone/cloud-fog-duotone.svg?raw';
import lightning from '@phosphor-icons/core/assets/duotone/cloud-lightning-duotone.svg?raw';
import rain from '@phosphor-icons/core/assets/duotone/cloud-rain-duotone.svg?raw';
import snow from '@phosphor-icons/core/assets/duotone/cloud-snow-duotone.svg?raw';
import partly from '@phosphor-icons/core/assets/duotone/cloud-sun-duotone.svg?raw';
import moon from '@phosphor-icons/core/assets/duotone/moon-stars-duotone.svg?raw';
import sun from '@phosphor-icons/core/assets/duotone/sun-duotone.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useWeather, type WeatherPlace } from './queries.ts';
import { type WeatherWords, weatherWords } from './weather-words.ts';
import './weather-now.css';

interface WeatherNowProps {
  place: WeatherPlace;
  isNight: boolean;
}

/** The weather at the elder's home, for one glance; nothing until it has been asked for once. */
export function WeatherNow({ place, isNight }: WeatherNowProps) {
  const { data, isPending } = useWeather(place);
  if (isPending) return null;
  const words = weatherWords(data, place.units);
  return (
    <div className="weather" data-outdated={words.isOutdated}>
      <Icon of={iconOf(words, isNight)} className="weather-icon" />
      <p className="weather-temperature">{words.temperature}</p>
      <p className="weather-condition">{words.condition}</p>
      {words.isOutdated && <p className="weather-note">Weather may be out of date</p>}
    </div>
  );
}

const ICONS: Readonly<Record<string, string>> = {
  Drizzle: rain,
  Rain: rain,
  Snow: snow,
  Thunderstorm: lightning,
  Clouds: cloud,
};

/** Mist, smoke and the like are all fog to who looks out of the window. */
function iconOf({ group, condition }: WeatherWords, isNight: boolean): string {
  if (group === 'Clear') return isNight ? moon : sun;
  if (group === 'Clouds' && /partly|few|scattered/i.test(condition) && !isNight) return partly;
  return ICONS[group] ?? fog;
}
