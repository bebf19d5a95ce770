export const PLANS = ['monthly', 'yearly'] as const;

export type Plan = (typeof PLANS)[number];

/** Price per period in US dollars. */
export const PRICES: Record<Plan, number> = { monthly: 25, yearly: 225 };
