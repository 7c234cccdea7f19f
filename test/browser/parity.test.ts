import { awkwardCalls, type AwkwardCall } from "../conformance/awkward-calls";
import type { Shown } from "../conformance/cells-under-test";
import { evalCells, formulaOf } from "../contract/cells-in-terminal";
import { inSheets } from "../../src/hosts/sheets/words";
import { builtScript } from "../sheets/built-script";
import { openSheets } from "../sheets/cells-in-sheets";
import { openExcelCells } from "./cells-in-excel";
import { stage } from "./stage";

/**
 * The deliberate differences: where Google Sheets, or `npm run eval`, shows something else than Excel, and why. `expected` gives what is to be shown there
 * for what Excel shows; undefined where the row does not apply. The first row that applies counts; each must apply somewhere.
 */
interface Difference {
  readonly why: string;
  readonly host: "sheets" | "eval";
  expected(excel: Shown, call: AwkwardCall): Shown | RegExp | undefined;
}

const DIFFERENCES: readonly Difference[] = [
  {
    why: "a range with several cells spills in Sheets; in Excel one value is expected, and several are refused",
    host: "sheets",
    expected: (_, { what }) => (what === "several" ? /^spills$/ : undefined),
  },
  {
    why: "a custom function of Sheets can throw words only: an error that was handed in is named in them, and the cell is #ERROR!",
    host: "sheets",
    expected: (_, { what, args }) => {
      const handed = args.find((arg) => typeof arg === "object" && arg !== null && "error" in arg) as { error: string } | undefined;
      return what === "error" && handed ? { kind: "error", error: "#ERROR!", message: `An argument is ${handed.error}` } : undefined;
    },
  },
  {
    why: "a text that reads like an error counts as that error: Sheets hands errors of cells over as their text",
    host: "sheets",
    expected: (_, { args }) => {
      const text = args.find((arg) => typeof arg === "string" && /^#(N\/A|REF!)$/.test(arg)) as string | undefined;
      return text ? { kind: "error", error: "#ERROR!", message: `An argument is ${text}` } : undefined;
    },
  },
  {
    why: "a date where none is expected is a day in Sheets, which hands dates over as such, and a serial number in Excel",
    host: "sheets",
    expected: (excel, { what, args, fn }) => {
      if (what !== "day" || takesDay(fn, args)) return undefined;
      return /./;
    },
  },
  {
    why: "empty text, a blank cell and an argument that was left out are one and the same in Sheets",
    host: "sheets",
    expected: (excel, { args }) =>
      excel.kind === "error" && args.includes("")
        ? { kind: "error", error: "#ERROR!", message: excel.message.replace("got a blank", "got nothing") }
        : undefined,
  },
  {
    why: "a custom function of Sheets can throw words only: the cell is #ERROR! with the same sentence",
    host: "sheets",
    expected: (excel) => (excel.kind === "error" ? { kind: "error", error: "#ERROR!", message: inSheets(excel.message) } : undefined),
  },
  {
    why: "an error that cannot be thrown comes back as a value in Excel, which has no message; npm run eval has none either",
    host: "eval",
    expected: (excel, { what }) => (what === "error" && excel.kind === "error" ? { ...excel, message: "" } : undefined),
  },
];

/** Whether the day stands where the function takes one. */
const takesDay = (fn: string, args: readonly unknown[]): boolean => {
  const at = args.findIndex((arg) => typeof arg === "object" && arg !== null && "day" in arg);
  return (fn === "SERVICE.FREDH" && at === 1) || (fn === "SERVICE.YIELD" && at === 1) || (fn === "SERVICE.FIN" && at === 2);
};

const at = stage();

describe("Excel, Google Sheets and npm run eval", () => {
  it("give the same value, reason or error for every function and awkward argument, but for the differences in the table", async () => {
    const calls = awkwardCalls();
    const excel = await (await openExcelCells(at)).cells(calls);
    const terminal = await evalCells(calls);
    const sheets = await openSheets(builtScript());
    let inSheetsShown: readonly (Shown | "spills")[];
    try {
      inSheetsShown = await sheets.anyCells(calls);
    } finally {
      await sheets.close();
    }
    const used = new Set<Difference>();
    const wrong: unknown[] = [];
    const compare = (host: Difference["host"], call: AwkwardCall, shown: Shown | "spills", inExcel: Shown): void => {
      const row = DIFFERENCES.find((d) => d.host === host && d.expected(inExcel, call) !== undefined);
      const expected = row?.expected(inExcel, call) ?? inExcel;
      if (row) used.add(row);
      const same =
        expected instanceof RegExp ? expected.test(shown === "spills" ? shown : JSON.stringify(shown)) : JSON.stringify(shown) === JSON.stringify(expected);
      if (!same) wrong.push({ formula: formulaOf(call), host, shown, expected: expected instanceof RegExp ? String(expected) : expected });
    };
    for (const [i, call] of calls.entries()) {
      compare("sheets", call, inSheetsShown[i]!, excel[i]!);
      compare("eval", call, terminal[i]!, excel[i]!);
    }
    expect(calls.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
    expect(DIFFERENCES.filter((d) => !used.has(d)).map(({ why }) => why)).toEqual([]);
  }, 600_000);
});
