/* Entry of the functions bundle, without the pane. The order of imports matters: the stand-in for a missing office.js comes first. */
import "./without-office";
import { type ExcelFunction, functions } from "../../functions/index";
import { runtime } from "./runtime";

const PREFIX = "SERVICE.";

/**
 * Associates `FRED` besides `SERVICE.FRED`: a manifest with the namespace SERVICE calls functions by ids without the prefix. The pages cannot know which
 * manifest loaded them.
 */
function associateWithoutPrefix(functions: Readonly<Record<string, ExcelFunction>>): void {
  for (const [id, cellFunction] of Object.entries(functions)) if (id.startsWith(PREFIX)) CustomFunctions.associate(id.slice(PREFIX.length), cellFunction);
}

associateWithoutPrefix(functions);
void runtime.start();
