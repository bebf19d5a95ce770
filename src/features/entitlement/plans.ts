export const PLANS = ['monthly', 'yearly'] as const;

export type Plan = (typeof PLANS)[number];

/** Prices in whole US dollars for one period. */
export const PRICES: Record<Plan, number> = { monthly: 25, yearly: 225 };
