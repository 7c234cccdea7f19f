import { readArguments } from "../../contract/arguments";
import type { IsoDate } from "../../contract/dates";
import { functionSpec, type FunctionName } from "../../contract/functions";
import { evaluatorOf } from "../families/families";
import type { Family } from "../answers/family";
import type { Context } from "../answers/context";
import { seriesReader } from "../families/macro/series-reader";

/**
 * The newest observation date of a family's documented examples that sample data answers. The functions that ASOF uses decide if any of them has a date:
 * the others of such a family summarise older rows, and TRACKRECORD takes seconds.
 */
function newestExample(functions: Family["functions"], context: Context): IsoDate | undefined {
  const today = context.clock.today();
  const names = Object.keys(functions) as FunctionName[];
  const isDated = (fn: FunctionName): boolean => functions[fn]?.asOf !== "never";
  const newestOf = (list: readonly FunctionName[]): IsoDate | undefined => {
    let newest: IsoDate | undefined;
    for (const fn of list) {
      const read = readArguments(
        fn,
        functionSpec(fn).parameters.map((p) => p.example),
      );
      const answer = read.ok ? evaluatorOf(fn)?.(read.args, context) : undefined;
      if (!answer?.sample || !answer.observation_date) continue;
      if (newest === undefined || answer.observation_date > newest) newest = answer.observation_date;
      // No observation is newer.
      if (newest === today) break;
    }
    return newest;
  };
  return newestOf(names.filter(isDated)) ?? newestOf(names.filter((fn) => !isDated(fn)));
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
  return days.sort().at(-1) ?? newestExample(functions, context);
}
