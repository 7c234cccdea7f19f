import type { Question } from "../../core/question";
import { readCalls, type CallInFormula } from "../../workbook/call-arguments";
import { BUSY, isError, type CellPlace, type CellValue } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { handedIn, mayAsk, readCall } from "../call-question";
import type { PaneHost } from "../pane-host";
import type { Workbook } from "../workbook";

/** What one call of a formula asks. */
export type Asks =
  | { readonly kind: "question"; readonly question: Question }
  /** An argument does not fit: the sentence names it. */
  | { readonly kind: "wrong"; readonly message: string }
  /** An argument is an error value, which the function hands on. */
  | { readonly kind: "error_in"; readonly error: string }
  /** An argument is calculated by the sheet, and what it came to is not known here. */
  | { readonly kind: "unknown" };

export interface CallLook {
  readonly id: string;
  /** The call as it stands in the formula. */
  readonly text: string;
  readonly start: number;
  /** The formula is this call and nothing else. */
  readonly alone: boolean;
  readonly asks: Asks;
}

function asksOf(id: string, values: readonly unknown[]): Asks {
  const found = readCall(id, values);
  if (!found) return { kind: "wrong", message: `There is no function ${id}. Build lists those that there are.` };
  if ("question" in found) return { kind: "question", question: found.question };
  const { outcome } = found;
  if (outcome.kind === "error_in") return { kind: "error_in", error: outcome.error };
  return { kind: "wrong", message: outcome.kind === "failure" ? outcome.message : "The arguments cannot be read. Open the formula in Build." };
}

/** What every SERVICE call of the cell asks. Cells that it refers to are read in one go; what is calculated is looked up in what the cell has asked. */
export async function lookAt(formula: string, place: CellPlace, workbook: Workbook, cells: Pick<PaneHost["cells"], "callLog">): Promise<readonly CallLook[]> {
  const calls = readCalls(formula);
  const places: CellPlace[] = [];
  const slots = calls.map((call) =>
    call.args.map((a) => (a.kind === "reference" ? places.push({ sheet: a.sheet ?? place.sheet, row: a.row, column: a.column }) - 1 : undefined)),
  );
  const shown = places.length > 0 ? await workbook.shown(places) : [];
  // A cell that has not come to anything yet says nothing.
  const values = calls.map((call, n) =>
    call.args.map((a, i): CellValue | undefined => {
      if (a.kind === "computed") return undefined;
      const value = a.kind === "literal" ? a.value : (shown[slots[n]?.[i] ?? -1]?.value ?? null);
      return isError(value) && value.error === BUSY ? undefined : value;
    }),
  );
  const known = calls.map((call, n): Asks => {
    const own = values[n] ?? [];
    return own.every((value) => value !== undefined) ? asksOf(call.id, own.map(handedIn)) : { kind: "unknown" };
  });
  const taken = new Set(known.flatMap((asks) => (asks.kind === "question" ? [asks.question.key] : [])));
  const open = known.flatMap((asks, n) => (asks.kind === "unknown" ? [n] : []));
  const before = open.length > 0 ? cells.callLog.questionsOf(addressOf(place)) : [];
  // The newest come first, and a formula asks from left to right: backwards, each call meets its own.
  for (const n of open.reverse()) {
    const call = calls[n] as CallInFormula;
    const question = before.find((q) => !taken.has(q.key) && mayAsk(q, call.id, values[n] ?? []));
    if (!question) continue;
    taken.add(question.key);
    known[n] = { kind: "question", question };
  }
  return calls.map((call, n) => ({
    id: call.id,
    text: formula.slice(call.start, call.end),
    start: call.start,
    alone: call.alone,
    asks: known[n] ?? { kind: "unknown" },
  }));
}
