import { isIsoDate } from "../../../contract/dates";
import { formSpec } from "../form-spec";
import type { Form } from "../form-memory";
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

/** What a figure of statements is based on, if the query asks for another span. */
export function otherSpan(hit: Hit | undefined): string | undefined {
  if (hit?.kind !== "figure" || hit.span === undefined || hit.period !== undefined || !/^(?:FIN|RV)\((?!.*"return_)/.test(hit.figure.key)) return undefined;
  const base = "The figure is based on the latest fiscal year, not on";
  if (hit.span === "twelve months") return `${base} the last twelve months.`;
  return hit.figure.key.startsWith("FIN") ? `${base} a quarter. For a quarter, fill in Period, such as 2024Q3.` : `${base} a quarter.`;
}

/** What the form of a result says if it is not exactly what was searched for. */
export function remarkOfHit(hit: Hit, { spec, inputs }: Start): Form["instead"] {
  if (hit.kind !== "figure") return undefined;
  const message = otherSpan(hit);
  if (hit.instead !== undefined) return { message: [hit.instead, message].filter(Boolean).join(" "), texts: [inputs[0]?.text] };
  return message === undefined ? undefined : { message, texts: inputs.map(({ text }, i) => (spec.parameters[i]?.kind === "ticker" ? undefined : text)) };
}

/** What to say if a result's form has no argument for the year or day of the query, so that it shows the latest value. Undefined if it has one. */
export function unusedPeriod(hit: Hit | undefined): string | undefined {
  if (hit?.kind !== "figure" || hit.period === undefined) return undefined;
  const start = startOfHit(hit);
  if (!start || start.inputs.some(({ text }) => text === hit.period)) return undefined;
  const latest = `The first result is the latest value, not that of ${hit.period}.`;
  return start.spec.id === "SERVICE.PRICE" ? `${latest} Past closes are in Insert table…, History of a price.` : latest;
}
