import { readArguments } from "../../../contract/arguments";
import type { FunctionName } from "../../../contract/functions";
import { restsOf } from "../answering";
import { HOUR, isReason, type Answer, type Context, type Evaluate, type Family } from "../family";

/** What a name may be, and how it is asked for its freshest date: a series, a ticker, a perpetual, a central bank's area, a rate. */
type Probe = readonly [FunctionName, (entity: string) => readonly (string | null)[]];
const PROBES: readonly Probe[] = [
  ["FRED", (e) => [e]],
  ["PRICE", (e) => [e]],
  ["SHORTINTEREST", (e) => [e, "pctshares"]],
  ["HOLDERS13F", (e) => [e]],
  ["SIGNAL", (e) => [e]],
  ["FUNDING", (e) => [e]],
  ["WHALE", (e) => [e]],
  ["MMRATE", (e) => [e]],
  ["CBRATE", (e) => [e]],
  ["YIELD", (e) => [e, null]],
];
/** Words match a market loosely, so markets are asked only where nothing bears the very name. */
const LAST: readonly Probe[] = [["ODDS", (e) => [e]]];

/** ASOF: the freshest observation date of anything that is known under a name. */
export function asOfFamily(evaluators: ReadonlyMap<FunctionName, Evaluate>): Family {
  const asOf = ([entityIn]: readonly unknown[], context: Context): Answer => {
    const entity = String(entityIn).toUpperCase();
    const answers = (probes: readonly Probe[]): Answer[] =>
      probes.flatMap(([fn, argsOf]) => {
        const read = readArguments(fn, argsOf(entity));
        const answer = read.ok ? evaluators.get(fn)?.(read.args, context) : undefined;
        return answer && answer.observation_date && !isReason(answer) ? [answer] : [];
      });
    const named = answers(PROBES);
    const found = named.length > 0 ? named : answers(LAST);
    const freshest = found.reduce<Answer | undefined>((best, a) => (best && best.observation_date! >= a.observation_date! ? best : a), undefined);
    if (!freshest)
      return {
        code: "not_covered",
        reason: `nothing is known under the name ${entity}; try a ticker, a series id, a perpetual, a country or a prediction market`,
        source: "sample",
        sample: false,
        max_age_s: HOUR,
      };
    return {
      value: freshest.observation_date!,
      kind: "date",
      observation_date: freshest.observation_date!,
      source: freshest.source,
      sample: freshest.sample,
      ...restsOf([freshest]),
      max_age_s: freshest.max_age_s,
    };
  };
  return { name: "as-of", functions: { ASOF: asOf }, basis: "computed" };
}
