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

test('the battery is told in steps of five percent, and each time the plug goes in or out', async () => {
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

test('whether it goes on without a network is known by its worker', () => {
  watchDevice(deviceWith(undefined, null))();
  expect(deviceFacts().worksOffline).toBe(false);
  watchDevice(deviceWith(undefined, {}))();
  expect(deviceFacts().worksOffline).toBe(true);
});
