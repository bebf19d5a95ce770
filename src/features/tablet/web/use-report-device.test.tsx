import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { recordServerDate } from '#platform/web/server-clock.ts';
import { useReportDevice } from './use-report-device.ts';

const reports: unknown[] = [];
const keepalives: unknown[] = [];

/** Replaces the network. */
function stubServer(status = 204): void {
  vi.stubGlobal('fetch', (_path: string, { body, keepalive }: RequestInit) => {
    reports.push(JSON.parse(String(body)));
    keepalives.push(keepalive);
    return Promise.resolve(new Response(status === 204 ? null : '{}', { status }));
  });
}

function see(visibility: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') });
  reports.length = 0;
  keepalives.length = 0;
  stubServer();
  see('visible');
});

const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
const READY = { soundReady: true, visible: true, clockSkewMs: 0, timezone };

describe('useReportDevice sends reports of a tablet', () => {
  test('a report is sent at once and then every minute', () => {
    renderHook(() => useReportDevice(true, true));
    expect(reports).toEqual([READY]);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(reports).toHaveLength(2);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(reports).toHaveLength(12);
  });

  test('a report is sent at once when sound becomes available or blocked', () => {
    const { rerender } = renderHook(({ ready }) => useReportDevice(ready, true), {
      initialProps: { ready: false },
    });
    rerender({ ready: true });
    expect(reports).toEqual([{ ...READY, soundReady: false }, READY]);
  });

  test('a report is sent with keepalive when the page is hidden', () => {
    renderHook(() => useReportDevice(true, true));
    see('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(reports).toEqual([READY, { ...READY, visible: false }]);
    expect(keepalives).toEqual([true, true]);
    see('visible');
    expect(reports.at(-1)).toEqual(READY);
  });

  test('a report contains the skew of the clock, limited to 24 days', () => {
    recordServerDate('Tue, 10 Mar 2026 11:53:00 GMT', Date.now(), Date.now());
    renderHook(() => useReportDevice(true, true));
    expect(reports).toEqual([{ ...READY, clockSkewMs: 420_000 }]);
    recordServerDate('Mon, 10 Mar 2025 12:00:00 GMT', Date.now(), Date.now());
    see('visible');
    expect(reports.at(-1)).toEqual({ ...READY, clockSkewMs: 2 ** 31 - 1 });
    recordServerDate('Tue, 10 Mar 2026 12:00:00 GMT', Date.now(), Date.now());
  });

  test('no reports are sent without a signed-in person', () => {
    const { rerender } = renderHook(({ wanted }) => useReportDevice(true, wanted), {
      initialProps: { wanted: false },
    });
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(reports).toEqual([]);
    rerender({ wanted: true });
    rerender({ wanted: false });
    vi.advanceTimersByTime(10 * MINUTE_MS);
    see('hidden');
    expect(reports).toHaveLength(1);
  });

  test('reports continue after failures, which are not shown', async () => {
    stubServer(503);
    renderHook(() => useReportDevice(true, true));
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(reports).toHaveLength(4);
  });
});
