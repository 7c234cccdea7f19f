/** Names of the rate headers, which any response may have. */
export const RATE_HEADERS = {
  minuteLimit: "x-ratelimit-limit-minute",
  minuteRemaining: "x-ratelimit-remaining-minute",
  monthLimit: "x-service-monthly-limit",
  monthUsed: "x-service-monthly-used",
} as const;

/** Values of the rate headers; a missing header's value is absent. */
export type Quota = { -readonly [K in keyof typeof RATE_HEADERS]?: number };

/** Reads the rate headers of a reply; undefined if there are none. A header that is not a whole number is ignored. */
export function readQuota(header: (name: string) => string | null | undefined): Quota | undefined {
  const quota: Quota = {};
  for (const [name, key] of Object.entries(RATE_HEADERS) as [keyof Quota, string][]) {
    const text = header(key);
    if (typeof text === "string" && /^\d+$/.test(text)) quota[name] = Number(text);
  }
  return Object.keys(quota).length > 0 ? quota : undefined;
}
