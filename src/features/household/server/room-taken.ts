import { LIMIT_NAMES, LIMITS, limitMessage } from '#features/entitlement/limits.ts';
import type { Taking } from '#platform/server/archive/portable.ts';
import { counted, type HouseholdLimits, type LimitName } from '#platform/shared/limits.ts';
import { householdRefusal } from '../refusals.ts';

/** Counts how much of the household's limits an archive uses, while its rows are verified. */
export class RoomTaken {
  readonly #taken = new Map<LimitName, number>();

  add(taking: Taking | undefined): void {
    if (taking === undefined) return;
    for (const name of LIMIT_NAMES) {
      const more = taking[name];
      if (more !== undefined) this.#taken.set(name, (this.#taken.get(name) ?? 0) + more);
    }
  }

  /** Throws a 409 refusal that contains both numbers. */
  refuseMoreThan(limits: HouseholdLimits): void {
    for (const [name, taken] of this.#taken) {
      if (taken <= limits[name]) continue;
      const has = counted(taken, LIMITS[name].things);
      const room = limitMessage(name, limits);
      throw householdRefusal(
        'too-little-room-for-download',
        `This download has ${has}, and a household on this server has room for ${room}. Whoever runs the server can make more room.`,
      );
    }
  }
}
