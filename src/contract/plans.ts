/** Maximum number of requests of one key. A batch of a thousand cells is one request. */
export interface Quotas {
  readonly perMinute: number;
  readonly perMonth: number;
}

/** A plan's quotas, and the maximum number of requests of one key that are answered at the same time. */
interface PlanLimits extends Quotas {
  readonly title: string;
  readonly inFlight: number;
}

/**
 * The plans and their limits: the only place of these numbers. docs/keys.md repeats them, and a test compares. In flight, a workbook in Excel has at most 4
 * requests, and the cells of a person in Google Sheets have at most 30: Google runs no more at the same time.
 */
export const PLANS = {
  free: { title: "Free", perMinute: 60, perMonth: 10_000, inFlight: 40 },
  developer: { title: "Developer", perMinute: 600, perMonth: 500_000, inFlight: 120 },
} as const satisfies Readonly<Record<string, PlanLimits>>;

/** The same for requests of one address that need no key and have none. */
export const WITHOUT_KEY = { inFlight: 40 } as const;

export type Plan = keyof typeof PLANS;
export const PLAN_IDS = Object.keys(PLANS) as Plan[];

/** Further requests of a month are quoted in steps, at most `most` at a time. The operator sets the price of a step. */
export const TOP_UP = { step: 1_000, most: 1_000_000 } as const;
