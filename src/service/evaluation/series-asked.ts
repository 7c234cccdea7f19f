import { readArguments } from "../../contract/arguments";
import { FUNCTION_NAMES } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { SERIES_IDS } from "../../contract/series";
import { seriesNamed } from "../names/rates";

/** The functions whose first argument is a series. */
const OF_SERIES = FUNCTION_NAMES.filter((fn) => declarationOf(fn).parameters[0]?.is === "series");

/** The curated series that cells ask for by name, each once. What is malformed asks for none: its own evaluation says what is wrong with it. */
export function seriesAsked(cells: readonly unknown[]): string[] {
  const asked = cells.flatMap((cell) => {
    const { fn, args } = (cell ?? {}) as { readonly fn?: unknown; readonly args?: unknown };
    const name = OF_SERIES.find((f) => typeof fn === "string" && fn.trim().toUpperCase() === f);
    const read = name && readArguments(name, Array.isArray(args) ? args : []);
    return read?.ok ? [seriesNamed(String(read.args[0]))] : [];
  });
  return [...new Set(asked)].filter((id) => SERIES_IDS.includes(id));
}
