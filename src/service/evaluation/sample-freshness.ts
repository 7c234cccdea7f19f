import { readArguments } from "../../contract/arguments";
import type { IsoDate } from "../../contract/dates";
import { functionSpec, type FunctionName } from "../../contract/functions";
import { evaluatorOf } from "../families/families";
import type { Family } from "../answers/family";
import type { Context } from "../answers/context";
import { seriesReader } from "../families/macro/series-reader";

/** The newest observation date of a family's documented examples that sample data answers. */
function newestExample(functions: Family["functions"], context: Context): IsoDate | undefined {
  const days = (Object.keys(functions) as FunctionName[]).flatMap((fn) => {
    const read = readArguments(
      fn,
      functionSpec(fn).parameters.map((p) => p.example),
    );
    const answer = read.ok ? evaluatorOf(fn)?.(read.args, context) : undefined;
    return answer?.sample && answer.observation_date ? [answer.observation_date] : [];
  });
  return days.sort().at(-1);
}

/** The newest observation date of a family's sample data: of its series without published rows, else of its examples. Undefined without sample data. */
export function newestSample({ series = [], functions }: Family, context: Context): IsoDate | undefined {
  const days = series.flatMap((id) => {
    const row = seriesReader(id, context)?.latest(context.clock.today(), 1)[0];
    return row?.sample ? [row.date] : [];
  });
  return days.sort().at(-1) ?? newestExample(functions, context);
}
