import type { Environment } from "../pane-host";
import type { Copied } from "./make-copy";
import { counted } from "../../contract/counted";

/** The result of a copy, and what to do with it. */
export function copiedWords({ name, frozen, marked, sources, unknown, kept }: Copied, environment: Environment): string {
  if (frozen === 0)
    return kept.length > 0
      ? "No copy was opened, because no formula could be replaced. The list says why."
      : "No copy was opened, because the workbook has no SERVICE formula.";
  const done = `${counted(frozen, "formula is a value", "formulas are values")} in the copy.`;
  const where = environment === "excel" ? `It is open in a new window. Save it, for example as ${name}` : `Your browser downloads it as ${name}`;
  const samples = marked > 0 ? ` ${counted(marked, "cell says", "cells say")} that ${marked === 1 ? "it shows" : "they show"} sample data.` : "";
  const listed = sources === undefined ? "" : ` The sheet ${sources} lists the sources.`;
  const left =
    unknown > 0
      ? ` The sources of ${counted(unknown, "cell")} are not known, because ${unknown === 1 ? "its" : "their"} arguments are calculated: recalculate the workbook, and copy again.`
      : "";
  return `${done}${samples}${listed}${left} ${where}. This workbook is unchanged.`;
}
