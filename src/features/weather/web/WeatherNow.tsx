import { useEffect, useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useWeather, type WeatherPlace } from './queries.ts';
import { type WeatherMessage, weatherMessage } from './weather-messages.ts';
import './weather-now.css';

/** The current weather at the elder's home; nothing before the first response. */
export function WeatherNow({ place, isNight }: { place: WeatherPlace; isNight: boolean }) {
  const { data, isPending } = useWeather(place);
  if (isPending) return null;
  const words = weatherMessage(data, place.units);
  return (
    <div className="weather" data-outdated={words.isOutdated}>
      <WeatherIcon name={iconOf(words, isNight)} />
      <p className="weather-temperature">{words.temperature}</p>
      <p className="weather-condition">{words.condition}</p>
      {words.isOutdated && <p className="weather-note">Weather may be out of date</p>}
    </div>
  );
}

/** The icons are imported on demand, so that only the current one is loaded. */
const ICONS = {
  cloud: () => import('@phosphor-icons/core/assets/duotone/cloud-duotone.svg?raw'),
  fog: () => import('@phosphor-icons/core/assets/duotone/cloud-fog-duotone.svg?raw'),
  lightning: () => import('@phosphor-icons/core/assets/duotone/cloud-lightning-duotone.svg?raw'),
  rain: () => import('@phosphor-icons/core/assets/duotone/cloud-rain-duotone.svg?raw'),
  snow: () => import('@phosphor-icons/core/assets/duotone/cloud-snow-duotone.svg?raw'),
  partly: () => import('@phosphor-icons/core/assets/duotone/cloud-sun-duotone.svg?raw'),
  moon: () => import('@phosphor-icons/core/assets/duotone/moon-stars-duotone.svg?raw'),
  sun: () => import('@phosphor-icons/core/assets/duotone/sun-duotone.svg?raw'),
};

type IconName = keyof typeof ICONS;

const OF_GROUP: Readonly<Record<string, IconName>> = {
  Drizzle: 'rain',
  Rain: 'rain',
  Snow: 'snow',
  Thunderstorm: 'lightning',
  Clouds: 'cloud',
};

/** Mist, smoke and similar groups are shown as fog. */
function iconOf({ group, condition }: WeatherMessage, isNight: boolean): IconName {
  if (group === 'Clear') return isNight ? 'moon' : 'sun';
  if (group === 'Clouds' && /partly|few|scattered/i.test(condition) && !isNight) return 'partly';
  return OF_GROUP[group] ?? 'fog';
}

/** The icon takes its space even while it is loading and after a failure. */
function WeatherIcon({ name }: { name: IconName }) {
  const [icon, setIcon] = useState('<svg></svg>');
  useEffect(() => {
    let isWanted = true;
    ICONS[name]().then(
      ({ default: svg }) => isWanted && setIcon(svg),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  return <Icon of={icon} className="weather-icon" />;
}
