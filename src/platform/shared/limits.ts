export interface Limit {
  readonly most: number;
  /** Environment variable with which the operator changes the quota. */
  readonly variable: string;
  /** The name of that variable in earlier versions, which still works. */
  readonly formerVariable: string;
  /** Description of the quota for the operator. */
  readonly of: string;
  /** Noun for the counted items, in the plural. */
  readonly things: string;
}

/** Quotas of each household on this server. Other files add quotas by declaration merging. */
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
