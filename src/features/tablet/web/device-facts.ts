/** Facts about the device for its reports; absent if the browser does not provide them. */
export interface DeviceFacts {
  readonly batteryPercent?: number;
  readonly charging?: boolean;
  readonly worksOffline?: boolean;
  readonly zoneDataOutdated?: boolean;
}

let known: DeviceFacts = {};

export const deviceFacts = () => known;

export function addDeviceFacts(facts: DeviceFacts): void {
  known = { ...known, ...facts };
}
