import { movementOf, type Movement } from "../contract/functions/movement";
import { sheetPath } from "../contract/paths";
import type { Question } from "../core/question";
import { parseLiteralCall } from "../workbook/formulas/literal";

const ofPath = (path: string): Movement | undefined => {
  const known = sheetPath(path);
  return known && movementOf(known.fn, []);
};

/** How the value of a question moves under one observation date. */
export const movementIn = ({ cell }: Pick<Question, "cell">): Movement | undefined => ("fn" in cell ? movementOf(cell.fn, cell.args) : ofPath(cell.path));

/** The same for a question as a lock writes it: `SERVICE.WHALE("BTC","count")`. */
export function movementInText(question: string): Movement | undefined {
  const call = parseLiteralCall(question);
  if (!call.ok) return undefined;
  return call.id === "SERVICE" ? ofPath(String(call.args[1])) : movementOf(call.id.replace(/^SERVICE\./, ""), call.args);
}
