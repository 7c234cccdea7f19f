import { FUNCTION_NAMES, type FunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { SERIES_IDS } from "../../contract/series";
import { seriesNamed } from "../names/rates";
import type { ReadCell } from "./read-cells";

/** The functions whose first argument is a series. */
const OF_SERIES: ReadonlySet<FunctionName> = new Set(FUNCTION_NAMES.filter((fn) => declarationOf(fn).parameters[0]?.is === "series"));

/** The curated series that cells name, each once. */
export function seriesInCells(cells: readonly ReadCell[]): string[] {
  const named = cells.flatMap(({ asked }) => ("args" in asked && OF_SERIES.has(asked.fn) ? [seriesNamed(String(asked.args[0]))] : []));
  return [...new Set(named)].filter((id) => SERIES_IDS.includes(id));
}
