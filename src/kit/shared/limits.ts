/** What bounds what a household can have. */
export interface Limit {
  readonly most: number;
  /** The environment variable by which the operator sets another bound. */
  readonly variable: string;
  /** What it is of, for the operator. */
  readonly of: string;
  /** What it counts, in the plural. */
  readonly things: string;
}

/** How many of each there can be on this server. The product merges in what it has of its own. */
export interface HouseholdLimits {
  readonly liveLines: number;
}

export type LimitName = keyof HouseholdLimits;

/** Such as `20,000 things`, `1 thing` or `0.5 GB of things`. */
export function counted(count: number, things: string): string {
  const maximumFractionDigits = count < 1 ? 6 : 3;
  const number = count.toLocaleString('en-US', { maximumFractionDigits });
  return `${number} ${count === 1 ? things.replace(/^(\w+)s$/, '$1') : things}`;
}
