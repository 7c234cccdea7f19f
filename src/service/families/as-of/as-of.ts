import { readArguments } from "../../../contract/arguments";
import { forCell } from "../../../contract/reason";
import type { IsoDate } from "../../../contract/dates";
import { functionSpec, type FunctionName } from "../../../contract/functions";
import { answering, provenanceOf, SAMPLE } from "../../answers/answering";
import { HOUR, isReason, type FamilyAnswer, type AsOfQuestion, type Evaluate, type Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import type { Context } from "../../answers/context";

/** A function that ASOF evaluates. */
interface Probed {
  readonly fn: FunctionName;
  readonly asOf: AsOfQuestion | undefined;
  readonly evaluate: Evaluate;
}

/** Arguments of a function: the entity, and the field that `asOf` names, if any. */
const argumentsOf = (fn: FunctionName, entity: string, asOf: Probed["asOf"]): readonly (string | null)[] =>
  functionSpec(fn).parameters.map((p, i) => (i === 0 ? entity : typeof asOf === "object" && p.name === "field" ? asOf.field : null));

/** The answer of one function for the entity, with the day that it describes. */
interface Dated {
  readonly fn: FunctionName;
  readonly answer: FamilyAnswer;
  readonly date: IsoDate;
}

/** ASOF: the newest observation date of any data with a name. */
export function asOfFamily(probed: readonly Probed[]): Family {
  // Words match markets loosely, so markets are searched only if nothing has the exact name.
  const byName = probed.filter(({ asOf }) => asOf === "name" || typeof asOf === "object");
  const byWords = probed.filter(({ asOf }) => asOf === "words");
  const evaluate = ([entityIn]: readonly unknown[], context: Context): FamilyAnswer => {
    const entity = String(entityIn).toUpperCase();
    const answers = (of: readonly Probed[]): Dated[] =>
      of.flatMap(({ fn, asOf, evaluate }) => {
        const read = readArguments(fn, argumentsOf(fn, entity, asOf));
        const answer = read.ok ? evaluate(read.args, context) : undefined;
        return answer?.observation_date && !isReason(answer) ? [{ fn, answer, date: answer.observation_date }] : [];
      });
    const named = answers(byName);
    const found = named.length > 0 ? named : answers(byWords);
    const freshest = found.reduce<Dated | undefined>((best, a) => (best && best.date >= a.date ? best : a), undefined);
    if (!freshest)
      return answering({ ...SAMPLE, sample: false }, HOUR).reason("not_covered", {
        short: forCell`Nothing is known under the name ${entity}.`,
        full: `Nothing is known under the name ${entity}. Use a ticker, a series id, a perpetual, a country or a prediction market.`,
      });
    const { fn, answer, date } = freshest;
    const others = found.map((f) => f.fn);
    return {
      ...answering({ ...answer, provenance: provenanceOf(answer) }, answer.max_age_s).date(date, date),
      note: `observation date of ${fn} ${entity}${others.length > 1 ? `, the newest of ${others.join(", ")}` : ""}`,
    };
  };
  return { name: "as-of", functions: { ASOF: { evaluate, ages: { fields: only("day") } } }, basis: "computed" };
}
