import type { Environment } from "../pane-host";
import type { Copied } from "./make-copy";
import { counted } from "../../contract/counted";

/** What became of the copy, and what to do with it. */
export function copiedWords({ name, frozen, kept }: Copied, environment: Environment): string {
  if (frozen === 0)
    return kept.length > 0
      ? "No formula could be replaced by a value, so no copy was opened. The list says why."
      : "There was no SERVICE formula to replace, so no copy was opened.";
  const done = `${counted(frozen, "formula is a value", "formulas are values")} in the copy.`;
  const where =
    environment === "excel"
      ? "It is open in a window of its own and not saved yet: save it under a name such as"
      : "It was handed to your browser's downloads as";
  return `${done} ${where} ${name}. This workbook is unchanged.`;
}
