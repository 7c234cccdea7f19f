import { readArguments } from "../../contract/arguments";
import { SERIES_IDS } from "../../contract/series";
import { seriesNamed } from "../names/rates";

const OF_SERIES = ["FRED", "FREDH"] as const;

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
