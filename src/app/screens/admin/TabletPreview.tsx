import { useEffect, useRef, useState } from 'react';
import type { HomeButton } from '#features/home-buttons/contract.ts';
import type { Settings } from '#features/settings/contract.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { formatDayAndPart, formatTime, localTime, partOfDay } from '#kit/shared/zoned-time.ts';
import { Logo } from '#kit/web/ui/Logo.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { LinkTile } from '../home/HomeTile.tsx';
import '../home/home.css';
import '../home/home-tiles.css';
import './tablet-preview.css';

interface TabletPreviewProps {
  /** Those that are shown, by order. */
  buttons: readonly HomeButton[];
  settings: Pick<Settings, 'appName' | 'timezone'>;
}

/** A small picture of the tablet with the tiles as the elder sees them; nothing in it can be pressed. */
export function TabletPreview({ buttons, settings }: TabletPreviewProps) {
  const { appName, timezone } = settings;
  const now = useNow(MINUTE_MS);
  const { frame, screen, scale } = useFittingScale();
  return (
    <div ref={frame} inert aria-hidden="true" className="tablet-preview">
      <div
        ref={screen}
        className="home tablet-screen"
        data-sky={partOfDay(localTime(now, timezone))}
        style={{ transform: `scale(${scale})` }}
      >
        <div className="tablet-header">
          <p className="tablet-brand">
            <Logo className="tablet-logo" />
            {appName}
          </p>
          <p className="tablet-clock">{formatTime(now, timezone)}</p>
          <p className="tablet-day">{formatDayAndPart(now, timezone)}</p>
        </div>
        <div className="tiles" data-count={buttons.length}>
          {buttons.map((button) => (
            <LinkTile key={button.id} button={button} onHint={nothing} />
          ))}
        </div>
        <div className="tablet-footer">
          <p>HOME SCREEN</p>
        </div>
      </div>
    </div>
  );
}

function nothing(): void {
  // Nothing can be pressed here, so nothing is hinted at.
}

/** How much smaller the screen must be drawn to fit into the frame. */
function useFittingScale() {
  const frame = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const draw = () => {
      if (!frame.current || !screen.current) return;
      setScale(frame.current.clientWidth / screen.current.offsetWidth);
    };
    draw();
    const watcher = new ResizeObserver(draw);
    if (frame.current) watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  return { frame, screen, scale };
}
