/** Maximum number of requests of one key. A batch of a thousand cells is one request. */
export interface Quotas {
  readonly perMinute: number;
  readonly perMonth: number;
}

/** The plans and their quotas: the only place of these numbers. docs/keys.md repeats them, and a test compares. */
export const PLANS = {
  free: { title: "Free", perMinute: 60, perMonth: 10_000 },
  developer: { title: "Developer", perMinute: 600, perMonth: 500_000 },
} as const satisfies Readonly<Record<string, Quotas & { readonly title: string }>>;

export type Plan = keyof typeof PLANS;
export const PLAN_IDS = Object.keys(PLANS) as Plan[];

/** Further requests of a month are quoted in steps, at most `most` at a time. The operator sets the price of a step. */
export const TOP_UP = { step: 1_000, most: 1_000_000 } as const;
