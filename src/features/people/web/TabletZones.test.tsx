import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Device } from '../contract.ts';
import { ZoneWarning } from './TabletZones.tsx';

const TABLET: Device = {
  id: 'd',
  name: 'Tablet',
  kind: 'tablet',
  soundReady: true,
  visible: true,
  clockSkewMinutes: 0,
  batteryPercent: null,
  charging: null,
  worksOffline: null,
  zoneDataOutdated: false,
  timezone: 'America/Los_Angeles',
  lastSeenAt: '2026-03-10T12:00:00.000Z',
  createdAt: '2026-03-10T12:00:00.000Z',
};

const show = (device: Partial<Device>) =>
  render(
    <ZoneWarning device={{ ...TABLET, ...device }} firstName="Rose" timezone="America/New_York" />,
  );

test('a tablet in another time zone is shown with a link to the settings', () => {
  show({});
  expect(screen.getByRole('status').textContent).toContain(
    'Rose’s tablet is set to Pacific time, the household to Eastern time.',
  );
  expect(screen.getByRole('link', { name: 'App Settings' }).getAttribute('href')).toBe('/settings');
});

test('a tablet with outdated time zone data is shown with instructions', () => {
  show({ timezone: 'America/New_York', zoneDataOutdated: true });
  expect(screen.getByRole('status').textContent).toBe(
    'Rose’s tablet has outdated time zone data; this app shows the right times on it, but its browser needs an update.',
  );
});

test.each([
  ['shows the same time', { timezone: 'America/Detroit' }],
  ['has not reported its zone', { timezone: null }],
  ['has a zone that this browser does not know', { timezone: 'Mars/Olympus' }],
  ['was signed in with a password', { kind: 'person', zoneDataOutdated: true }],
] as const)('no warning is shown for a device that %s', (_, device) => {
  show(device);
  expect(screen.queryByRole('status')).toBeNull();
});
