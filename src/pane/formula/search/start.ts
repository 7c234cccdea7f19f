import { isIsoDate } from "../../../contract/dates";
import { formSpec } from "../form-spec";
import type { Start } from "../related";
import type { Hit } from "./find";

/** The form that a result opens, with its arguments; undefined for what has a page of its own. */
export function startOfHit(hit: Hit): Start | undefined {
  if (hit.kind !== "figure" || hit.figure.opens.kind !== "form") return undefined;
  const { id, inputs } = hit.figure.opens;
  const spec = formSpec(id);
  if (!spec) return undefined;
  const { period } = hit;
  const isYear = period !== undefined && /^\d{4}$/.test(period);
  const isDay = period !== undefined && isIsoDate(period);
  const periodAt = spec.parameters.findIndex(
    ({ kind, declared }) => period !== undefined && (kind === "period" || (declared?.kind === "date" && (isDay || (isYear && declared.bareYear)))),
  );
  const filled = spec.parameters.map((_, i) => {
    const input = inputs[i] ?? { mode: "value" as const, text: "" };
    if (i === 0 && hit.company) return { ...input, text: hit.company.ticker };
    return i === periodAt ? { ...input, text: period ?? "" } : input;
  });
  return { label: hit.figure.title, spec, inputs: filled };
}

/** What to say if a result's form has no argument for the year or day of the query, so that it shows the latest value. Undefined if it has one. */
export function unusedPeriod(hit: Hit | undefined): string | undefined {
  if (hit?.kind !== "figure" || hit.period === undefined) return undefined;
  const start = startOfHit(hit);
  if (!start || start.inputs.some(({ text }) => text === hit.period)) return undefined;
  const latest = `The first result is the latest value, not that of ${hit.period}.`;
  return start.spec.id === "SERVICE.PRICE" ? `${latest} Past closes are in Insert table…, History of a price.` : latest;
}
