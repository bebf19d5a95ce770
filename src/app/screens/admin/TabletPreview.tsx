import { useEffect, useRef, useState } from 'react';
import type { HomeButton } from '#features/home-buttons/contract.ts';
import type { Settings } from '#features/settings/contract.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatDayAndPart, formatTime, localTime, partOfDay } from '#platform/shared/zoned-time.ts';
import { Logo } from '#platform/web/ui/Logo.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { LinkTile } from '../home/HomeTile.tsx';
import { labelAttributes } from '../home/label-size.ts';
import '../home/home.css';
import '../home/home-sky.css';
import '../home/home-tiles.css';
import './tablet-preview.css';

interface TabletPreviewProps {
  /** The visible home buttons, in order. */
  buttons: readonly HomeButton[];
  settings: Pick<Settings, 'appName' | 'timezone'>;
}

/** A scaled preview of the tablet with the real tiles; it is inert. */
export function TabletPreview({ buttons, settings }: TabletPreviewProps) {
  const { appName, timezone } = settings;
  const now = useNow(MINUTE_MS);
  const { frame, screen, scale } = useFittingScale();
  return (
    <div
      ref={frame}
      inert
      aria-hidden="true"
      className="tablet-preview relative aspect-80/50 overflow-hidden rounded-[1rem] border-[0.3125rem] border-ink"
    >
      <div
        ref={screen}
        className="home tablet-screen absolute top-0 left-0 h-200 w-320 origin-top-left"
        data-sky={partOfDay(localTime(now, timezone))}
        style={{ transform: `scale(${scale})` }}
      >
        <div className="grid grid-cols-[1fr_auto_1fr] grid-rows-[auto_auto] content-center in-data-[sky=night]:text-white">
          <p className="row-[1/3] flex min-w-0 items-center gap-5 font-[750] text-[1.875rem] leading-[1.1]">
            <Logo className="h-17" />
            {appName}
          </p>
          <p className="tabular col-[2] whitespace-nowrap text-center font-bold text-[4.5rem] leading-none">
            {formatTime(now, timezone)}
          </p>
          <p className="col-[2] whitespace-nowrap text-center font-medium text-[1.875rem]">
            {formatDayAndPart(now, timezone)}
          </p>
        </div>
        <div
          {...labelAttributes(buttons.map(({ label }) => label))}
          className="tiles"
          data-count={buttons.length}
        >
          {buttons.map((button) => (
            <LinkTile key={button.id} button={button} onHint={nothing} />
          ))}
        </div>
        <div className="mr-38 grid items-center justify-end rounded-card bg-surface in-data-[sky=night]:bg-[#101831]">
          <p className="absolute right-8 w-34 text-center font-[700] text-[1.5rem] text-soft in-data-[sky=night]:text-[#dfe5f5]">
            HOME SCREEN
          </p>
        </div>
      </div>
    </div>
  );
}

function nothing(): void {
  // Hints are not needed, because the preview is inert.
}

/** Returns the scale at which the previewed screen fits into its frame. */
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
