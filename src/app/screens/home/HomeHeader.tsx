import gear from '@phosphor-icons/core/assets/fill/gear-six-fill.svg?raw';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { Connected } from '#features/tablet/web/connected.ts';
import { WeatherNow } from '#features/weather/web/WeatherNow.tsx';
import { formatDayAndPart, formatTime, localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Logo } from '#platform/web/ui/Logo.tsx';
import './home-gear.css';

/** A no-break space, which reserves the height of a line without text. */
const NOTHING = '\u00a0';

interface HomeHeaderProps {
  settings: Pick<Settings, 'appName' | 'defaultCity' | 'defaultState' | 'temperatureUnit'>;
  /**
   * Timezone of the household. While it is undefined, no time is shown, because the time of another
   * place would be misleading.
   */
  timezone: string | undefined;
  now: Date;
  /** False while default settings are shown because the household's settings are not loaded yet. */
  isKnown: boolean;
  /** Content of the message area. */
  children: ReactNode;
}

/** Header of the home screen: place, time and date. */
export function HomeHeader({ settings, timezone, now, isKnown, children }: HomeHeaderProps) {
  const [time, half] = timezone ? formatTime(now, timezone).split(' ') : [NOTHING];
  const isCareOnly = useCurrentUser().data?.isCareOnly ?? false;
  const place = [settings.defaultCity, settings.defaultState].filter(Boolean).join(', ');
  return (
    <header className="home-header" data-known={isKnown}>
      <div className="home-brand">
        <Logo className="home-logo" />
        <h1 className="home-name">{settings.appName}</h1>
        <p className="home-place">{place}</p>
      </div>
      <div className="home-now">
        <p className="home-clock">
          <span>{time}</span>
          {half && <small>{` ${half}`}</small>}
        </p>
        <p className="home-day">{timezone ? formatDayAndPart(now, timezone) : NOTHING}</p>
      </div>
      <div className="home-corner">
        {isKnown && !isCareOnly && (
          <WeatherNow place={placeOf(settings)} isNight={isNight(now, timezone)} />
        )}
        <StatusGear />
      </div>
      {children}
    </header>
  );
}

function placeOf({ defaultCity, defaultState, temperatureUnit }: HomeHeaderProps['settings']) {
  const units = temperatureUnit === 'celsius' ? 'metric' : 'imperial';
  return { city: defaultCity, state: defaultState, units } as const;
}

function isNight(now: Date, timezone: string | undefined): boolean {
  return timezone !== undefined && partOfDay(localTime(now, timezone)) === 'night';
}

/** Link to the panel for family members. The icon also shows whether this device is online. */
function StatusGear() {
  const user = useCurrentUser().data;
  const isOnline = useContext(Connected);
  if (!user || user.role === 'user') return null;
  return (
    <Link
      href="/admin"
      className="home-gear forced-border"
      data-online={isOnline}
      aria-label={`Admin panel, ${isOnline ? 'online' : 'offline'}`}
    >
      <Icon of={gear} />
      {!isOnline && <span className="home-gear-slash" />}
    </Link>
  );
}
