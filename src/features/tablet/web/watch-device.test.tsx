import { expect, test } from 'vitest';
import { deviceFacts } from './device-facts.ts';
import { watchDevice } from './watch-device.ts';

class FakeBattery extends EventTarget {
  level = 0.8;
  charging = true;
  become(level: number, charging: boolean) {
    const isPlug = charging !== this.charging;
    Object.assign(this, { level, charging });
    this.dispatchEvent(new Event(isPlug ? 'chargingchange' : 'levelchange'));
  }
}

const deviceWith = (battery: FakeBattery | undefined, controller: object | null) =>
  Object.assign(Object.create(navigator), {
    ...(battery && { getBattery: async () => battery }),
    serviceWorker: Object.assign(new EventTarget(), { controller }),
  }) as Navigator;

test('the battery level is reported in steps of five percent and when charging changes', async () => {
  const battery = new FakeBattery();
  const end = watchDevice(deviceWith(battery, {}));
  await Promise.resolve();
  const said = () => [deviceFacts().batteryPercent, deviceFacts().charging];
  expect(said()).toEqual([80, true]);
  battery.become(0.76, true);
  expect(said()).toEqual([80, true]);
  battery.become(0.75, true);
  expect(said()).toEqual([75, true]);
  battery.become(0.74, false);
  expect(said()).toEqual([75, false]);
  end();
  battery.become(0.2, false);
  expect(said()).toEqual([75, false]);
});

test('worksOffline is true if the page has a service worker', () => {
  watchDevice(deviceWith(undefined, null))();
  expect(deviceFacts().worksOffline).toBe(false);
  watchDevice(deviceWith(undefined, {}))();
  expect(deviceFacts().worksOffline).toBe(true);
});
