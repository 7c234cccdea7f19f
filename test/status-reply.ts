/** A status as the service returns it. */
export const STATUS = {
  service: "S",
  version: "1",
  plan: "free",
  as_of: "2024-06-28",
  sample: true,
  quota: { minute_limit: 60, minute_remaining: 59, monthly_limit: 1000, monthly_used: 1, resets_at: "2024-07-01T00:00:00Z" },
  families: [{ family: "curve", sample: true, real_names: 0 }],
};
