import type { Environment } from "../pane-host";
import type { Copied } from "./make-copy";
import { counted } from "../../contract/counted";

/** The result of a copy, and what to do with it. */
export function copiedWords({ name, frozen, kept }: Copied, environment: Environment): string {
  if (frozen === 0)
    return kept.length > 0
      ? "No copy was opened, because no formula could be replaced. The list says why."
      : "No copy was opened, because the workbook has no SERVICE formula.";
  const done = `${counted(frozen, "formula is a value", "formulas are values")} in the copy.`;
  const where = environment === "excel" ? `It is open in a new window. Save it, for example as ${name}` : `Your browser downloads it as ${name}`;
  return `${done} ${where}. This workbook is unchanged.`;
}
