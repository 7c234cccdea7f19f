import type { FastifyInstance } from "fastify";
import { envelope, Status } from "../../contract/wire";
import { SAMPLE_NOTICE } from "../attribution";
import { FAMILIES } from "../families/families";
import type { Context } from "../families/family";
import { isSampleOn } from "../families/sample-switch";
import type { Quotas } from "./access";
import { REFUSALS } from "./refusals";

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
      const families = FAMILIES.map(({ name, series = [], rows, basis }) => {
        const real = series.filter(context.store.observations.isReal);
        const newest = real
          .flatMap((id) => context.store.observations.latest(id, context.clock.today(), 1).map((row) => row.date))
          .concat(rows?.newest(context) ?? [])
          .sort()
          .at(-1);
        return {
          family: name,
          sample: basis !== "none" && isSampleOn(context.store.feeds) && (series.length === 0 || real.length < series.length),
          real_names: new Set([...real, ...(rows?.names(context) ?? [])]).size,
          ...(newest ? { newest_observation: newest } : {}),
          ...(basis ? { basis } : {}),
        };
      });
      const sample = families.some((f) => f.sample);
      const quota = request.quotaState!;
      const off = context.store.counting.off();
      return {
        data: {
          service: "Market Intelligence Data Service",
          version,
          ...(context.store.id === undefined ? {} : { store: context.store.id }),
          plan: request.apiKey!.plan,
          as_of: context.clock.today(),
          sample,
          ...(sample ? { sample_notice: SAMPLE_NOTICE } : {}),
          quota: {
            minute_limit: quotas.perMinute,
            minute_remaining: quota.minuteRemaining,
            monthly_limit: quotas.perMonth,
            monthly_used: quota.monthUsed,
            resets_at: quota.resetsAt,
          },
          ...(off === undefined ? {} : { counting_off: off }),
          families,
        },
        as_of: context.clock.asOf(),
        meta: { caveats: [], attribution: {}, sample },
      };
    },
  );
}
