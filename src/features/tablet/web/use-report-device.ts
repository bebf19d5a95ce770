import { useEffect, useState } from 'react';
import type { DeviceCalls } from '#features/sessions/contract.ts';
import { MAX_SKEW_MS } from '#features/sessions/domain/most-skew.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { clockSkew } from '#platform/web/server-clock.ts';
import { deviceFacts } from './device-facts.ts';

const calls = callersOf<Pick<DeviceCalls, 'reportDevice'>>()({
  reportDevice: 'PUT /api/auth/device',
});

const EVERY_MS = MINUTE_MS;

/**
 * Reports the state of this device every minute, and at once when sound becomes available or
 * blocked, or the page is shown or hidden. Failures are not shown, because the elder can do nothing
 * about them.
 */
export function useReportDevice(soundReady: boolean, isWanted: boolean): void {
  // A random phase, so that many tablets that start together do not report at the same time.
  const [phase] = useState(() => Math.random() * EVERY_MS);
  useEffect(() => {
    if (!isWanted) return;
    let wasVisible: boolean | undefined;
    const report = (visible: boolean) => {
      wasVisible = visible;
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      const clock = { clockSkewMs: boundedSkew(), timezone };
      reportDevice({ soundReady, visible, ...clock, ...deviceFacts() }).catch(() => undefined);
    };
    const reportNow = () => report(document.visibilityState === 'visible');
    // Reported on leaving the page as well, because some browsers leave it without a visibility
    // change.
    const reportGone = () => {
      if (wasVisible !== false) report(false);
    };
    let timer = setTimeout(reportEveryMinute, phase);
    function reportEveryMinute() {
      reportNow();
      timer = setTimeout(reportEveryMinute, EVERY_MS);
    }
    reportNow();
    document.addEventListener('visibilitychange', reportNow);
    window.addEventListener('online', reportNow);
    window.addEventListener('pageshow', reportNow);
    window.addEventListener('pagehide', reportGone);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', reportNow);
      window.removeEventListener('online', reportNow);
      window.removeEventListener('pageshow', reportNow);
      window.removeEventListener('pagehide', reportGone);
    };
  }, [soundReady, isWanted, phase]);
}

function boundedSkew(): number {
  return Math.round(Math.min(MAX_SKEW_MS, Math.max(-MAX_SKEW_MS, clockSkew())));
}

type DeviceReport = Parameters<typeof calls.reportDevice>[0]['body'];

/** Sends a report with keepalive, so that it is sent even while the page closes. */
function reportDevice(body: DeviceReport): Promise<undefined> {
  return calls.reportDevice({ body, keepalive: true });
}
