import { readArguments } from "../../contract/arguments";
import type { IsoDate } from "../../contract/dates";
import { functionSpec, type FunctionName } from "../../contract/functions";
import { evaluatorOf } from "../families/families";
import type { Family } from "../answers/family";
import type { Context } from "../answers/context";
import { newestDay } from "../answers/published-rows";
import { seriesReader } from "../families/macro/series-reader";

/** The observation dates of the documented examples that sample data answers. */
const exampleDates = (names: readonly FunctionName[], context: Context): IsoDate[] =>
  names.flatMap((fn) => {
    const examples = functionSpec(fn).parameters.map((p) => p.example);
    const read = readArguments(fn, examples);
    const answer = read.ok ? evaluatorOf(fn)?.(read.args, context) : undefined;
    return answer?.sample && answer.observation_date ? [answer.observation_date] : [];
  });

/**
 * The newest observation date of a family's documented examples that sample data answers. Functions that ASOF does not use only count if no other has a date:
 * they summarise older rows, and TRACKRECORD takes seconds.
 */
function newestExample(functions: Family["functions"], context: Context): IsoDate | undefined {
  const names = Object.keys(functions) as FunctionName[];
  const dated = names.filter((fn) => functions[fn]?.asOf !== undefined);
  const others = names.filter((fn) => !dated.includes(fn));
  return newestDay(exampleDates(dated, context)) ?? newestDay(exampleDates(others, context));
}

/**
 * The newest observation date of a family's sample data: of its series, or of its functions' examples if no series shows sample data. Undefined without sample
 * data.
 */
export function newestSample({ series = [], functions }: Family, context: Context): IsoDate | undefined {
  const days = series.flatMap((id) => {
    const row = seriesReader(id, context)?.latest(context.clock.today(), 1)[0];
    return row?.sample ? [row.date] : [];
  });
  return newestDay(days) ?? newestExample(functions, context);
}
