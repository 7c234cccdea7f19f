import { readArguments } from "../../../contract/arguments";
import { forCell } from "../../../contract/reason";
import type { IsoDate } from "../../../contract/dates";
import type { FunctionName } from "../../../contract/functions";
import { answering, SAMPLE } from "../../answers/answering";
import { HOUR, isReason, type Answer, type Evaluate, type Family } from "../../answers/family";
import type { Context } from "../../answers/context";

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

/** The answer of one function for the entity, with the day that it describes. */
interface Dated {
  readonly fn: FunctionName;
  readonly answer: Answer;
  readonly date: IsoDate;
}

/** ASOF: the freshest observation date of anything that is known under a name. */
export function asOfFamily(evaluators: ReadonlyMap<FunctionName, Evaluate>): Family {
  const asOf = ([entityIn]: readonly unknown[], context: Context): Answer => {
    const entity = String(entityIn).toUpperCase();
    const answers = (probes: readonly Probe[]): Dated[] =>
      probes.flatMap(([fn, argsOf]) => {
        const read = readArguments(fn, argsOf(entity));
        const answer = read.ok ? evaluators.get(fn)?.(read.args, context) : undefined;
        return answer?.observation_date && !isReason(answer) ? [{ fn, answer, date: answer.observation_date }] : [];
      });
    const named = answers(PROBES);
    const found = named.length > 0 ? named : answers(LAST);
    const freshest = found.reduce<Dated | undefined>((best, a) => (best && best.date >= a.date ? best : a), undefined);
    if (!freshest)
      return answering({ ...SAMPLE, sample: false }, HOUR).reason("not_covered", {
        short: forCell`Nothing is known under the name ${entity}.`,
        full: `Nothing is known under the name ${entity}. Use a ticker, a series id, a perpetual, a country or a prediction market.`,
      });
    const { fn, answer, date } = freshest;
    const others = found.map((f) => f.fn);
    return {
      ...answering(answer, answer.max_age_s).date(date, date),
      note: `observation date of ${fn} ${entity}${others.length > 1 ? `, the newest of ${others.join(", ")}` : ""}`,
    };
  };
  return { name: "as-of", functions: { ASOF: asOf }, basis: "computed" };
}
