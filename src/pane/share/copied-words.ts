import type { Environment } from "../pane-host";
import type { Copied } from "./make-copy";
import { counted, withSeparators } from "../../contract/counted";

/** The result of a copy, and what to do with it. Cells are counted as before the copy: those with a SERVICE formula. */
export function copiedWords({ name, cells, frozen, marked, sources, unknown, kept }: Copied, environment: Environment): string {
  if (frozen === 0)
    return kept.length > 0
      ? "No copy was opened, because no formula could be replaced. The list says why."
      : "No copy was opened, because the workbook has no SERVICE formula.";
  const left = cells - frozen;
  const done =
    left > 0 && kept.length > 0
      ? `${withSeparators(frozen)} of ${counted(cells, "SERVICE cell")} ${frozen === 1 ? "is a value" : "are values"} in the copy. The list says why ${counted(left, "cell keeps its formula", "cells keep their formulas")}.`
      : `${counted(frozen, "SERVICE cell is a value", "SERVICE cells are values")} in the copy.`;
  const where = environment === "excel" ? `It is open in a new window. Save it, for example as ${name}` : `Your browser downloads it as ${name}`;
  const samples =
    marked > 0
      ? ` ${counted(marked, "cell says that it shows", "cells say that they show")} sample data${marked === 1 ? "" : ": SERVICE cells, and cells that are calculated from them"}.`
      : "";
  const listed = sources === undefined ? "" : ` The sheet ${sources} lists the sources.`;
  const unlisted =
    unknown > 0
      ? ` The sources of ${counted(unknown, "cell")} are not known, because ${unknown === 1 ? "its" : "their"} arguments are calculated: recalculate the workbook, and copy again.`
      : "";
  return `${done}${samples}${listed}${unlisted} ${where}. This workbook is unchanged.`;
}
