/** The rate headers that any response may carry, by what they say. */
export const RATE_HEADERS = {
  minuteLimit: "x-ratelimit-limit-minute",
  minuteRemaining: "x-ratelimit-remaining-minute",
  monthLimit: "x-service-monthly-limit",
  monthUsed: "x-service-monthly-used",
} as const;

/** What the rate headers said; each is absent where its header was. */
export type Quota = { -readonly [K in keyof typeof RATE_HEADERS]?: number };

/** Reads the rate headers of a reply; undefined where there are none. A header that is no whole number says nothing. */
export function readQuota(header: (name: string) => string | null | undefined): Quota | undefined {
  const quota: Quota = {};
  for (const [name, key] of Object.entries(RATE_HEADERS) as [keyof Quota, string][]) {
    const text = header(key);
    if (typeof text === "string" && /^\d+$/.test(text)) quota[name] = Number(text);
  }
  return Object.keys(quota).length > 0 ? quota : undefined;
}
