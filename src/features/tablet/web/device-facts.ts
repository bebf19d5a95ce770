/** What a device knows of itself beside what its screen does; nothing of it where it does not say. */
export interface DeviceFacts {
  readonly batteryPercent?: number;
  readonly charging?: boolean;
  readonly worksOffline?: boolean;
  readonly zoneDataOutdated?: boolean;
}

let known: DeviceFacts = {};

export const deviceFacts = () => known;

export function noteDeviceFacts(facts: DeviceFacts): void {
  known = { ...known, ...facts };
}
