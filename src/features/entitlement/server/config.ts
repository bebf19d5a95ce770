import { ConfigError, type Environment, readVariable } from '#platform/server/config.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { LIMITS, limitsBy } from '../limits.ts';

/** Reads the limits of a household: the defaults, overridden by environment variables. */
export function readLimits(environment: Environment): HouseholdLimits {
  return limitsBy(({ most, variable, formerVariable }) => {
    const { name, text } = readVariable(environment, variable, formerVariable);
    if (text === undefined) return most;
    const value = Number(text);
    // Gigabytes may have a fraction; all other limits must be integers.
    const isWhole = Number.isInteger(value) || variable === LIMITS.gigabytes.variable;
    if (value > 0 && Number.isFinite(value) && isWhole) return value;
    const kind = variable === LIMITS.gigabytes.variable ? 'a number' : 'a whole number';
    throw new ConfigError(`${name} must be ${kind} above 0.`);
  });
}
