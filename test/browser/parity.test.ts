import { awkwardCalls, TYPED_TEXTS, type AwkwardCall } from "../conformance/awkward-calls";
import type { Arg, CellCall, Shown } from "../conformance/cells-under-test";
import { evalCells, formulaOf } from "../contract/cells-in-terminal";
import { builtScript } from "../sheets/built-script";
import { openSheets, type ShownRows } from "../sheets/cells-in-sheets";
import { partOf } from "../corpus";
import { shownInExcel } from "./cells-in-excel";
import { asInGrid, shownInWorkbench } from "./cells-in-workbench";
import { stage } from "./stage";

/** Same result as the call with other arguments. */
interface Likewise {
  /** For a call over a range: the results of each cell's own call in Excel, in rows. */
  readonly cells?: ShownRows;
  /** For a date: the result of `npm run eval` for its ISO text. */
  readonly isoText?: Shown;
}

/**
 * Deliberate differences of Google Sheets and `npm run eval` from Excel, with reasons. `expected` maps Excel's result to theirs; undefined if the row does
 * not apply. The first row that applies counts, and each row must apply somewhere.
 */
interface Difference {
  readonly why: string;
  readonly host: "sheets" | "eval";
  expected(excel: Shown, call: AwkwardCall, likewise: Likewise): Shown | ShownRows | undefined;
}

/** How Sheets shows a message: a custom function can only throw text. */
const thrown = (shown: Shown): Shown => (shown.kind === "error" ? { kind: "error", error: "#ERROR!", message: shown.message } : shown);

const DIFFERENCES: readonly Difference[] = [
  {
    why: "in Sheets a range of several cells spills each cell's own result; Excel expects one value and refuses several",
    host: "sheets",
    expected: (_, { what }, { cells }) => (what === "several" ? cells : undefined),
  },
  {
    why: "a custom function of Sheets can only throw a message: the cell is #ERROR!, and the message names the argument's error",
    host: "sheets",
    expected: (_, { what, args }) => {
      const handed = args.find((arg) => typeof arg === "object" && arg !== null && "error" in arg) as { error: string } | undefined;
      return what === "error" && handed ? { kind: "error", error: "#ERROR!", message: `An argument is ${handed.error}` } : undefined;
    },
  },
  {
    why: "Sheets passes a cell's error as text, so a text that looks like an error counts as that error",
    host: "sheets",
    expected: (_, { args }) => {
      const text = args.find((arg) => typeof arg === "string" && /^#(N\/A|REF!)$/.test(arg)) as string | undefined;
      return text ? { kind: "error", error: "#ERROR!", message: `An argument is ${text}` } : undefined;
    },
  },
  {
    why: "where no date is expected, a date is its ISO text in Sheets and a serial number in Excel",
    host: "sheets",
    expected: (_, { what, args, fn }, { isoText }) => (what === "day" && !takesDay(fn, args) ? isoText && thrown(isoText) : undefined),
  },
  {
    why: "a custom function of Sheets can only throw a message: the cell is #ERROR! with the same message",
    host: "sheets",
    expected: (excel) => (excel.kind === "error" ? thrown(excel) : undefined),
  },
  {
    why: "an error that Excel cannot throw is returned as a value, which has no message; npm run eval shows none either",
    host: "eval",
    expected: (excel, { what }) => (what === "error" && excel.kind === "error" ? { ...excel, message: "" } : undefined),
  },
];

/** Whether the date is an argument that accepts dates. */
const takesDay = (fn: string, args: readonly unknown[]): boolean => {
  const at = args.findIndex((arg) => typeof arg === "object" && arg !== null && "day" in arg);
  return (fn === "SERVICE.FREDH" && at === 1) || (fn === "SERVICE.YIELD" && at === 1) || (fn === "SERVICE.FIN" && at === 2);
};

type RangeArg = Extract<Arg, { readonly range: unknown }>;
const isRange = (arg: Arg): arg is RangeArg => typeof arg === "object" && arg !== null && "range" in arg;
const isDay = (arg: Arg): arg is { readonly day: string } => typeof arg === "object" && arg !== null && "day" in arg;

/** The separate calls for each cell of a call's range, in rows. */
const alone = ({ fn, args }: CellCall): readonly (readonly CellCall[])[] => {
  const at = args.findIndex(isRange);
  return (args[at] as RangeArg).range.map((row) => row.map((cell) => ({ fn, args: args.map((arg, i) => (i === at ? cell : arg)) })));
};
const withIsoText = ({ fn, args }: CellCall): CellCall => ({ fn, args: args.map((arg) => (isDay(arg) ? arg.day : arg)) });

/** Results of each group's calls, all evaluated at once. */
async function shownOf(groups: readonly (readonly CellCall[])[], show: (calls: readonly CellCall[]) => Promise<readonly Shown[]>): Promise<ShownRows> {
  const shown = await show(groups.flat());
  let from = 0;
  return groups.map(({ length }) => shown.slice(from, (from += length)));
}

const isPlain = ({ what }: AwkwardCall): boolean => what === "plain";

const at = stage();

describe("Excel, Google Sheets and npm run eval", () => {
  it("give the same result for every function and unusual argument, except for the listed differences", async () => {
    const all = awkwardCalls();
    expect(all.length).toBeGreaterThan(1_000);
    // Few calls have errors, dates and ranges, and the table below needs each of them.
    const calls = [
      ...partOf(all.filter(isPlain), 0.2, formulaOf),
      ...partOf(
        all.filter((call) => !isPlain(call)),
        0.6,
        formulaOf,
      ),
    ];
    at.service.switches.localKey = true;
    const page = await at.excel();
    const inExcel = (list: readonly CellCall[]) => shownInExcel(page, list);
    const excel = await inExcel(calls);
    const rows = calls.map((call) => (call.what === "several" ? alone(call) : []));
    const cellsInExcel = await shownOf(
      rows.map((row) => row.flat()),
      inExcel,
    );
    const terminal = await evalCells(calls);
    const isoTexts = await shownOf(
      calls.map((call) => (call.what === "day" ? [withIsoText(call)] : [])),
      evalCells,
    );
    const likewise = calls.map((_, i): Likewise => {
      const [flat, iso] = [cellsInExcel[i]!.values(), isoTexts[i]![0]];
      return { cells: rows[i]!.map((row) => row.map(() => flat.next().value!)), ...(iso ? { isoText: iso } : {}) };
    });
    const sheets = await openSheets(builtScript());
    let inSheetsShown: readonly (Shown | ShownRows)[];
    try {
      // Only results are compared here, and each more at a time is a thread that starts.
      inSheetsShown = await sheets.anyCells(calls, { atMost: 4 });
    } finally {
      await sheets.close();
    }
    const used = new Set<Difference>();
    const wrong: unknown[] = [];
    const compare = (host: Difference["host"], i: number, shown: Shown | ShownRows): void => {
      const row = DIFFERENCES.find((d) => d.host === host && d.expected(excel[i]!, calls[i]!, likewise[i]!) !== undefined);
      const expected = row?.expected(excel[i]!, calls[i]!, likewise[i]!) ?? excel[i]!;
      if (row) used.add(row);
      if (JSON.stringify(shown) !== JSON.stringify(expected)) wrong.push({ formula: formulaOf(calls[i]!), host, shown, expected });
    };
    for (const i of calls.keys()) {
      compare("sheets", i, inSheetsShown[i]!);
      compare("eval", i, terminal[i]!);
    }
    expect(calls.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
    expect(DIFFERENCES.filter((d) => !used.has(d)).map(({ why }) => why)).toEqual([]);
  });
});

/** Calls with one text argument, written {} in the formula. */
const WITH_TEXT: readonly { readonly fn: string; readonly args: (text: string) => readonly string[]; readonly formula: string }[] = [
  { fn: "SERVICE.YIELD", args: (text) => ["10Y", text], formula: '=SERVICE.YIELD("10Y",{})' },
  { fn: "SERVICE.FREDH", args: (text) => ["DGS10", text], formula: '=SERVICE.FREDH("DGS10",{})' },
  { fn: "SERVICE.FIN", args: (text) => ["AAPL", "revenue", text], formula: '=SERVICE.FIN("AAPL","revenue",{})' },
  { fn: "SERVICE.PRICE", args: (text) => [text], formula: "=SERVICE.PRICE({})" },
  { fn: "SERVICE.SHORTINTEREST", args: (text) => ["GME", text], formula: '=SERVICE.SHORTINTEREST("GME",{})' },
  { fn: "SERVICE", args: (text) => [text, "odds"], formula: '=SERVICE({},"odds")' },
];

/** Ways to pass text to a formula of the workbench: as a literal, from a cell (column A of its row), and through other functions. */
const WAYS: readonly ((quoted: string, cell: string) => string)[] = [
  (quoted) => quoted,
  (_, cell) => cell,
  (_, cell) => `${cell}:${cell}`,
  (quoted) => `LEFT(${quoted},1)&MID(${quoted},2,99)`,
  (quoted) => `IF(TRUE,${quoted},"")`,
  (_, cell) => `IF(TRUE,${cell},"")`,
  (quoted) => `LEFT(${quoted},99)`,
];

describe("the workbench", () => {
  it("shows what npm run eval shows for text that looks like another type", async () => {
    const texts = [...TYPED_TEXTS, "2024-06-19", "2024", "AAPL"];
    const calls = texts.flatMap((text) => WITH_TEXT.map(({ fn, args }) => ({ fn, args: args(text) })));
    const expected = (await evalCells(calls)).map(asInGrid);
    const rows = texts.map((text, row) => [
      { text },
      ...WITH_TEXT.flatMap(({ formula }) => WAYS.map((way) => ({ formula: formula.replace("{}", () => way(`"${text}"`, `$A${row + 1}`)) }))),
    ]);
    const shown = await shownInWorkbench(await at.workbench(), rows);
    const wrong = rows.flatMap((row, r) =>
      row.flatMap((cell, c) => {
        if ("text" in cell) return [];
        const wanted = expected[r * WITH_TEXT.length + Math.floor((c - 1) / WAYS.length)];
        return JSON.stringify(shown[r]![c]) === JSON.stringify(wanted) ? [] : [{ ...cell, shown: shown[r]![c], expected: wanted }];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
