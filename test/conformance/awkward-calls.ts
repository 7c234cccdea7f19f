import { CELL_FUNCTIONS, functionSpec, type Parameter } from "../../src/contract/functions";
import { PATHS } from "../../src/contract/paths";
import type { Arg, CellCall } from "./cells-under-test";

/** One unusual value for an argument, with its description, for the list of differences. */
export interface Awkward {
  readonly what: "plain" | "error" | "day" | "range" | "several";
  readonly arg: Arg;
}

/** Text that spreadsheets read as a date, time, number, percentage, currency or boolean when it is typed into a cell. */
export const TYPED_TEXTS = [
  "05/06/2024",
  "6/7/24",
  "May 6, 2024",
  "2024/06/19",
  "12:30",
  "5%",
  " 5% ",
  "$5",
  "€5",
  "(5)",
  "1,234",
  "1/2",
  "1e3",
  "007",
  "2.024e3",
  "TRUE",
  "false",
] as const;

const plain = (...args: Arg[]): Awkward[] => args.map((arg) => ({ what: "plain", arg }));

/** For every argument of any kind: missing, wrong type, too long, unknown, padded, an error, a one-cell range, a larger range. */
const OF_ANY: readonly Awkward[] = [
  ...plain(null, "", "   ", true, false, 0, -1, 7203, 1.5, 1e300, "nope", "x".repeat(300), "N/A", "#N/A", '=1+1"', "ÄÖ€😀", "a\tb", "#", "-", ...TYPED_TEXTS),
  { what: "error", arg: { error: "#N/A" } },
  { what: "error", arg: { error: "#DIV/0!" } },
  { what: "error", arg: { error: "#REF!" } },
  { what: "error", arg: { error: "#NAME?" } },
  { what: "day", arg: { day: "2024-06-19" } },
];
const OF_DAYS: readonly Awkward[] = plain(
  "2024-06-19",
  " 2024-06-19 ",
  "2024-06-19T10:30:00",
  "2024-06-19 23:59",
  "19.06.2024",
  "6/19/2024",
  "2024-02-30",
  "2024-2-3",
  "1850-01-01",
  "2999-12-31",
  2024,
  "2024",
  1999,
  45_462,
  45_462.75,
  60,
  59,
  1,
  2_958_466,
);
const OF_PERIODS: readonly Awkward[] = plain("FY2024", "fy 2024", "2024Q3", "2024 q3", "2024-Q3", "2024Q5", 2024, "2024-09-28", 45_565);
const OF_NUMBERS: readonly Awkward[] = plain("30", " 7 ", "7.0", 365, 366, 720, 721, 29.5, "thirty");

const example = (p: Parameter): Arg => (p.kind === "choice" && p.fallback === "" ? undefined : p.example);
const cased = (p: Parameter): Awkward[] => plain(` ${p.example.toUpperCase()} `, p.example.toLowerCase());
const awkwardFor = (p: Parameter): readonly Awkward[] => [
  ...OF_ANY,
  ...cased(p),
  { what: "range", arg: { range: [[p.example]] } },
  { what: "several", arg: { range: [[p.example], [p.example]] } },
  ...(p.kind === "date" ? OF_DAYS : p.kind === "period" ? OF_PERIODS : p.kind === "integer" ? OF_NUMBERS : []),
];

export interface AwkwardCall extends CellCall {
  readonly what: Awkward["what"];
}

const call = (fn: string, args: readonly Arg[], what: Awkward["what"] = "plain"): AwkwardCall => ({ fn, args, what });

function ofFunction(name: (typeof CELL_FUNCTIONS)[number]): readonly AwkwardCall[] {
  const { parameters } = functionSpec(name);
  const fn = `SERVICE.${name}`;
  const good = parameters.map(example);
  return [
    call(fn, good),
    call(fn, []),
    ...parameters.flatMap((p, at) =>
      awkwardFor(p).map(({ what, arg }) =>
        call(
          fn,
          good.map((g, i) => (i === at ? arg : g)),
          what,
        ),
      ),
    ),
  ];
}

const PATH_ARGS: readonly Awkward[] = [
  ...OF_ANY,
  ...plain(" PRICE ", "short.pctfloat", "prise", "13F.value", "regime.score", "odds"),
  { what: "several", arg: { range: [["AAPL"], ["GME"]] } },
];

function ofPaths(fn: string): readonly AwkwardCall[] {
  return [
    call(fn, []),
    ...PATHS.map(({ path, fn: resolved }) => call(fn, [resolved === "ODDS" ? "dollar reserve currency" : resolved === "FUNDING" ? "BTC" : "AAPL", path])),
    ...PATH_ARGS.map(({ what, arg }) => call(fn, [arg, "price"], what)),
    ...PATH_ARGS.map(({ what, arg }) => call(fn, ["AAPL", arg], what)),
    call(fn, [null, "regime"]),
  ];
}

/** Every function with its example, without arguments, and with every unusual value for each argument in turn. */
export const awkwardCalls = (): readonly AwkwardCall[] => [...CELL_FUNCTIONS.flatMap(ofFunction), ...ofPaths("SERVICE"), ...ofPaths("SERVICE.GET")];
