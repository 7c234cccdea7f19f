import { functionSpec, isFunctionName } from "../../src/contract/functions";
import { dayOf, serial, shownValue, type Arg, type Behaviour, type CellsUnderTest, type Shown } from "../conformance/cells-under-test";
import { errorArgument, type Excel, type Result } from "./excel-host";
import type { Switches } from "./local-service";
import { evals, type Stage } from "./stage";

/** Errors by office.js's numbers. */
const ERRORS: Readonly<Record<number, string>> = { 1: "#N/A", 3: "#NAME?", 4: "#NULL!", 5: "#DIV/0!", 6: "#NUM!", 7: "#VALUE!", 8: "#REF!" };

/** An argument in the form in which Excel passes it. */
function handedIn(arg: Arg): unknown {
  if (typeof arg !== "object" || arg === null) return arg ?? null;
  if ("error" in arg) return errorArgument(arg.error);
  if ("day" in arg) return { type: "FormattedNumber", basicValue: serial(arg.day), numberFormat: "yyyy-mm-dd" };
  return arg.range;
}

/** Excel passes null for every omitted argument. */
function allOf(fn: string, args: readonly unknown[]): readonly unknown[] {
  const name = fn.replace(/^SERVICE\.?/, "");
  const count = isFunctionName(name) ? functionSpec(name).parameters.length : 2;
  return Array.from({ length: count }, (_, i) => args[i] ?? null);
}

/** Converts what office.js sent to what the cell shows. */
function shownResult({ ok, value, errorCode }: Result): Shown {
  if (!ok) return { kind: "error", error: ERRORS[errorCode ?? 0] ?? `error ${errorCode}`, message: String(value ?? "") };
  if (typeof value !== "object" || value === null) return shownValue(value as string | number | boolean);
  const rich = value as { type: string; basicValue: unknown };
  if (rich.type === "Error") return { kind: "error", error: String(rich.basicValue), message: "" };
  return typeof rich.basicValue === "number" ? dayOf(rich.basicValue) : { kind: "value", value: JSON.stringify(value) };
}

/** The service's response to a key. The pane saves no such key, but a saved key may become one. */
const refused = (code: string) => ({ status: 401, body: JSON.stringify({ detail: { code } }) });

/** Excel's functions in Microsoft's own runtime in a browser, with the local service's key. */
export async function openExcelCells(at: Stage): Promise<CellsUnderTest> {
  at.service.switches.localKey = true;
  // Opened at the first cell, so that a test can choose the key before.
  let opened: Promise<Excel> | undefined;
  const calls = async (list: readonly { readonly fn: string; readonly args: readonly unknown[] }[]): Promise<readonly Shown[]> =>
    (await (await (opened ??= at.excel())).callAll(list)).results.map(shownResult);
  return {
    cells: (list) => calls(list.map(({ fn, args }) => ({ fn, args: allOf(fn, args.map(handedIn)) }))),
    down: (fn, list, ...rest) => calls(list.map((item) => ({ fn, args: allOf(fn, [item, ...rest.map(handedIn)]) }))),
    batches: () => evals(at.service).map(({ cells }) => cells),
    key: async (which) => {
      if (which === "none") at.service.switches.localKey = false;
      else at.service.switches.eval = which === "good" ? "answer" : refused(`${which}_key`);
    },
    service: (behaviour) => {
      at.service.switches.eval = typeof behaviour === "object" ? { status: 429, retryAfter: behaviour.retryAfter } : BEHAVIOURS[behaviour];
    },
  };
}

const BEHAVIOURS: Readonly<Record<Extract<Behaviour, string>, Switches["eval"]>> = {
  answer: "answer",
  unreachable: "lost",
  broken: { status: 500 },
  truncated: { status: 200, body: '{"data":[{"id":0,"val' },
};
