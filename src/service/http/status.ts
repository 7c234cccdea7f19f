import type { FastifyInstance } from "fastify";
import { envelope, Status } from "../../contract/wire";
import { SAMPLE_NOTICE } from "../attribution";
import { FAMILIES } from "../families/families";
import type { Context } from "../families/family";
import type { Quotas } from "./access";
import { REFUSALS } from "./refusals";

/** Which families imported series feed. */
const FED_BY: Readonly<Record<string, (series: string) => boolean>> = {
  macro: () => true,
  curve: (id) => /^DGS\d/.test(id),
  "money-market": (id) => ["SOFR", "EFFR", "OBFR", "IORB"].includes(id),
  liquidity: (id) => ["WALCL", "RRPONTSYD", "WTREGEN", "WRESBAL"].includes(id),
};

/** GET /v1/status: the plan and quota of the key that asks, and each family's freshness. */
export function status(app: FastifyInstance, context: Context, quotas: Quotas, version: string): void {
  app.get(
    "/v1/status",
    {
      schema: {
        summary: "Service status, quota and freshness by family",
        tags: ["service"],
        response: { 200: envelope(Status), ...REFUSALS },
      },
    },
    async (request) => {
      const imported = context.store.observations.imported();
      const families = FAMILIES.map(({ name }) => {
        const real = imported.filter((s) => FED_BY[name]?.(s.series));
        const newest = real
          .flatMap((s) => context.store.observations.latest(s.series, context.clock.today(), 1).map((row) => row.date))
          .sort()
          .at(-1);
        return { family: name, sample: real.length === 0, real_names: real.length, ...(newest ? { newest_observation: newest } : {}) };
      });
      const quota = request.quotaState!;
      return {
        data: {
          service: "Market Intelligence Data Service",
          version,
          plan: request.apiKey!.plan,
          as_of: context.clock.today(),
          sample: true,
          sample_notice: SAMPLE_NOTICE,
          quota: {
            minute_limit: quotas.perMinute,
            minute_remaining: quota.minuteRemaining,
            monthly_limit: quotas.perMonth,
            monthly_used: quota.monthUsed,
            resets_at: quota.resetsAt,
          },
          families,
        },
        as_of: context.clock.asOf(),
        meta: { caveats: [], attribution: {}, sample: true },
      };
    },
  );
}
