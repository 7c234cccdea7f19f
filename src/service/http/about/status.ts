import type { FastifyInstance } from "fastify";
import type { IsoDate } from "../../../contract/dates";
import { Meta, Status } from "../../../contract/wire";
import { SAMPLE_NOTICE } from "../../records/attribution";
import { FAMILIES } from "../../families/families";
import type { Family } from "../../answers/family";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import { isSampleOn } from "../../families/sample-switch";
import { familyFreshness } from "../../evaluation/family-freshness";
import { newestSample } from "../../evaluation/sample-freshness";
import { COMMIT, VERSION } from "../../store/version";
import { endpoint } from "../server/endpoint";
import type { EndpointParts } from "../server/parts";

/** GET /v1/status: plan and quota of the request's key, and each family's freshness. */
export function statusEndpoint(app: FastifyInstance, context: Context, { onFault }: Pick<EndpointParts, "onFault">): void {
  /** The newest sample day of a family. Undefined if its example throws, so that one broken family does not break the status. */
  function sampleDay(family: Family): IsoDate | undefined {
    try {
      return newestSample(family, context);
    } catch (e) {
      onFault?.(e instanceof Error ? (e.stack ?? e.message) : String(e));
      return undefined;
    }
  }
  const sampleDays = untilImport((): ReadonlyMap<string, IsoDate> => {
    const found = FAMILIES.map((family) => [family.name, sampleDay(family)] as const);
    return new Map(found.flatMap(([name, day]) => (day === undefined ? [] : [[name, day] as const])));
  });

  endpoint({
    path: "/v1/status",
    summary: "Service status, quota and freshness by family",
    tag: "service",
    examples: [{}, { parameters: { x: 1 }, status: 422 }],
    data: Status,
    meta: Meta,
    answer: (_, __, request) => {
      const isOn = isSampleOn(context.store.decisions);
      const ofSample = isOn ? sampleDays(context) : new Map<string, IsoDate>();
      const families = FAMILIES.map((family) => {
        const { name, series = [], basis } = family;
        const generated = ofSample.get(name);
        const fresh = familyFreshness(family, context);
        return {
          family: name,
          sample: basis !== "none" && isOn && (series.length === 0 || fresh.series < series.length),
          real_names: fresh.names,
          ...(fresh.newest ? { newest_observation: fresh.newest } : {}),
          ...(fresh.isStale ? { stale: true as const } : {}),
          ...(generated ? { newest_sample: generated } : {}),
          ...(basis && !(basis === "none" && fresh.names > 0) ? { basis } : {}),
        };
      });
      const sample = families.some((f) => f.sample);
      const quota = request.quotaState!;
      const off = context.store.ledger.countingOff();
      return {
        data: {
          service: "Market Intelligence Data Service",
          version: VERSION,
          ...(COMMIT === undefined ? {} : { commit: COMMIT }),
          ...(context.store.id === undefined ? {} : { store: context.store.id }),
          plan: request.apiKey!.plan,
          as_of: context.clock.today(),
          sample,
          ...(sample ? { sample_notice: SAMPLE_NOTICE } : {}),
          quota: {
            minute_limit: quota.limits.perMinute,
            minute_remaining: quota.minuteRemaining,
            monthly_limit: quota.limits.perMonth,
            monthly_used: quota.monthUsed,
            resets_at: quota.resetsAt,
          },
          ...(off === undefined ? {} : { counting_off: off }),
          families,
        },
        asOf: context.clock.asOf(),
        meta: { sample },
      };
    },
  })(app, context);
}
