import { addDeviceFacts } from './device-facts.ts';

/** The Battery Status API, which not every browser supports. */
interface Battery extends EventTarget {
  /** Battery level from 0 to 1. */
  readonly level: number;
  readonly charging: boolean;
}

interface WithBattery {
  getBattery?(): Promise<Battery>;
}

/** Minimum change of the battery level that is reported. */
const STEP_PERCENT = 5;

/**
 * Records the battery level and whether the device works offline; returns a function that stops
 * this.
 */
export function watchDevice(device: Navigator & WithBattery = navigator): () => void {
  const ending = new AbortController();
  watchWorker(device, ending.signal);
  // The browser may refuse, for example on an insecure page.
  void watchBattery(device, ending.signal).catch(() => undefined);
  return () => ending.abort();
}

function watchWorker({ serviceWorker }: Navigator, signal: AbortSignal): void {
  const look = () => addDeviceFacts({ worksOffline: Boolean(serviceWorker?.controller) });
  look();
  serviceWorker?.addEventListener('controllerchange', look, { signal });
}

async function watchBattery(device: WithBattery, signal: AbortSignal): Promise<void> {
  const battery = await device.getBattery?.();
  if (battery === undefined || signal.aborted) return;
  let told = Number.NaN;
  const look = () => {
    const percent = Math.round(battery.level * 100);
    if (!(Math.abs(percent - told) < STEP_PERCENT)) told = percent;
    addDeviceFacts({ batteryPercent: told, charging: battery.charging });
  };
  look();
  battery.addEventListener('levelchange', look, { signal });
  battery.addEventListener('chargingchange', look, { signal });
}
