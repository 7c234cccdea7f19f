import { functionSpec, isFunctionName } from "../../src/contract/functions";
import { LIMITS } from "../../src/core/limits";
import { dayOf, serial, shownValue, type Arg, type Behaviour, type CellCall, type CellsUnderTest, type Shown } from "../conformance/cells-under-test";
import { keptPage, type Kept } from "../conformance/kept-page";
import { errorArgument, openExcel, type Excel } from "./excel-host";
import type { Result } from "./host-page";
import type { Switches } from "./local-service";
import { evals } from "./stage";

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

type Handed = { readonly fn: string; readonly args: readonly unknown[] };
const showAll = async (excel: Excel, calls: readonly Handed[]): Promise<readonly Shown[]> => (await excel.callAll(calls)).results.map(shownResult);
const handed = ({ fn, args }: CellCall): Handed => ({ fn, args: allOf(fn, args.map(handedIn)) });

/** What the add-in's functions show for these calls, evaluated together. */
export const shownInExcel = (excel: Excel, calls: readonly CellCall[]): Promise<readonly Shown[]> => showAll(excel, calls.map(handed));

/** Excel's functions through Microsoft's own runtime in a browser, with the local service's key unless a test says otherwise. */
export function excelCells(): () => Promise<CellsUnderTest> {
  const kept = keptPage({
    open: (browser, service, web, { key }: { readonly key: boolean } = { key: true }) => {
      service.switches.localKey = key;
      return openExcel(browser, service, web);
    },
    renew: async (excel) => excel.newBook(),
    check: (excel) => excel.check(),
  });
  return async () => {
    // Opened at the first cell, so that a test can choose the key before.
    let opening: Promise<Kept<Excel>> | undefined;
    let opened: Kept<Excel> | undefined;
    let hasKey = true;
    let unasked = true;
    let behaviour: Switches["eval"] = "answer";
    const behave = (next: Switches["eval"]): void => {
      behaviour = next;
      if (opened) opened.service.switches.eval = next;
    };
    const calls = async (list: readonly Handed[]): Promise<readonly Shown[]> => {
      opened = await (opening ??= kept({ unasked, ...(hasKey ? {} : { opening: { key: false } }) }));
      opened.service.switches.eval = behaviour;
      return showAll(opened.page, list);
    };
    return {
      cells: (list) => calls(list.map(handed)),
      down: (fn, list, ...rest) => calls(list.map((item) => ({ fn, args: allOf(fn, [item, ...rest.map(handedIn)]) }))),
      batches: () => (opened ? evals(opened.service).map(({ cells }) => cells) : []),
      key: async (which) => {
        if (which === "none") hasKey = false;
        else behave(which === "good" ? "answer" : refused(`${which}_key`));
      },
      service: (next) => behave(typeof next === "object" ? { status: 429, retryAfter: next.retryAfter } : BEHAVIOURS[next]),
      page: {
        share: () => {
          unasked = false;
        },
        passed: () => opened?.passed(),
      },
    };
  };
}

const BEHAVIOURS: Readonly<Record<Extract<Behaviour, string>, Switches["eval"]>> = {
  answer: "answer",
  unreachable: "lost",
  broken: { status: 500 },
  truncated: { status: 200, body: '{"data":[{"id":0,"val' },
  large: { status: 200, body: " ".repeat(LIMITS.replyBytes + 1) },
};
