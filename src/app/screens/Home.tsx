import { useAwayMessage } from '#features/away/web/elder/use-away-message.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { useNow } from '#platform/web/use-now.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';
import { HomeFooter } from './home/HomeFooter.tsx';
import { HomeHeader } from './home/HomeHeader.tsx';
import { HomeSill, useSill } from './home/HomeSill.tsx';
import { HomeTiles } from './home/HomeTiles.tsx';
import './home/home.css';
import './home/home-sky.css';

/** The elder's home screen: time, day, the next doses and events, and six large buttons. */
export function HomeScreen() {
  useSpoken('title', 'Home screen');
  const { data } = useSettings();
  const timezone = useTimezone();
  const settings = data ?? DEFAULT_SETTINGS;
  const now = useNow(MINUTE_MS);
  const sill = useSill(useAwayMessage(timezone, now));
  const sky = timezone && partOfDay(localTime(now, timezone));
  return (
    <div className="home home-window" data-sky={sky} data-told={sill.isTold}>
      <HomeHeader settings={settings} timezone={timezone} now={now} isKnown={data !== undefined}>
        <HomeSill sill={sill} timezone={timezone} minutes={settings.snoozeMinutes} />
      </HomeHeader>
      <HomeTiles isLongPress={settings.requireLongPress} />
      <HomeFooter timezone={timezone} now={now} onHome={sill.close} />
    </div>
  );
}
