export interface Limit {
  readonly most: number;
  /** The environment variable with which the operator can change the quota. */
  readonly variable: string;
  /** The name of that variable in earlier versions, which still works. */
  readonly formerVariable: string;
  /** Description for the operator. */
  readonly of: string;
  /** Noun for the counted items, in the plural. */
  readonly things: string;
}

/** The quotas of each household on this server. The product adds its own by declaration merging. */
export interface HouseholdLimits {
  readonly liveLines: number;
}

export type LimitName = keyof HouseholdLimits;

/** Formats a count, such as `20,000 things`, `1 thing` or `0.5 GB of things`. */
export function counted(count: number, things: string): string {
  const maximumFractionDigits = count < 1 ? 6 : 3;
  const number = count.toLocaleString('en-US', { maximumFractionDigits });
  return `${number} ${count === 1 ? things.replace(/^(\w+)s$/, '$1') : things}`;
}
