import { BASIS_POINTS, DATE, DATE_HEAD, HEAD, INPUT, INPUT_DATE, notes, PLAIN_2, SECTION, summary, SUMMARY_LABEL, intro } from "./looks";
import { entry, row, type Entry, type Template } from "./sheet-of";

const TENORS = ["1M", "3M", "6M", "1Y", "2Y", "3Y", "5Y", "7Y", "10Y", "20Y", "30Y"];
const COLUMNS = ["B", "C", "D", "E", "F", "G"];
const FIRST = 8;
const LAST = FIRST + TENORS.length - 1;
const SLOPES = LAST + 2;
const CHANGES = SLOPES + 7;
const CHART = CHANGES + 4;
const rowOf = (tenor: string): number => FIRST + TENORS.indexOf(tenor);

/** 19 June 2024, a holiday, and 29 June 2007. */
const HOLIDAY = 45462;
const BEFORE_CRISIS = 39262;

/** Basis points between two tenors, or a dash where one has no yield. */
const spread = (column: string, long: string, short: string): string => {
  const [l, s] = [`${column}${rowOf(long)}`, `${column}${rowOf(short)}`];
  return `=IF(COUNT(${l},${s})=2,(${l}-${s})*100,"–")`;
};
const curvature = (column: string): string => {
  const [belly, short, long] = [rowOf("5Y"), rowOf("2Y"), rowOf("10Y")].map((r) => `${column}${r}`);
  return `=IF(COUNT(${belly},${short},${long})=3,(2*${belly}-${short}-${long})*100,"–")`;
};
const line = (label: string, formula: (column: string) => string): Entry[] => [
  entry(label, SUMMARY_LABEL),
  ...COLUMNS.map((c) => entry(formula(c), summary(BASIS_POINTS))),
];

/** The labels follow the tenors, which the user may change. */
const slope = (long: string, short: string): Entry[] => line(`=$A${rowOf(long)}&" less "&$A${rowOf(short)}`, (c) => spread(c, long, short));

/** The Treasury curve on six days, its slopes and its moves. */
export const YIELD_CURVE: Template = {
  id: "yield-curve",
  title: "Yield curve",
  about: "Tenors by dates, slopes and moves.",
  sheet: () => ({
    widths: [24, 16, 16, 16, 16, 16, 16],
    scrollFrom: `B${FIRST}`,
    chart: { kind: "line", title: "Treasury yield curve, %", top: CHART, height: 16, head: 5, rows: [FIRST, LAST], columns: ["B", "D", "E"], format: "0.0" },
    blocks: {
      A1: intro(
        "Treasury yield curve",
        "Constant-maturity yields in percent: latest session, one week, one month and one year earlier, and two days of your choice.",
        "Enter other days or tenors in the yellow cells. A day without a session uses the previous session.",
      ),
      A5: [
        row(HEAD, "Tenor", "Latest", "1 week earlier", "1 month earlier", "1 year earlier", "Your day 1", "Your day 2"),
        [
          entry("Date entered", SUMMARY_LABEL),
          entry('=SERVICE.YIELD("AS_OF")', DATE_HEAD),
          entry("=IF(ISNUMBER($B6),$B6-7,$B6)", DATE_HEAD),
          entry("=IF(ISNUMBER($B6),EDATE($B6,-1),$B6)", DATE_HEAD),
          entry("=IF(ISNUMBER($B6),EDATE($B6,-12),$B6)", DATE_HEAD),
          entry(HOLIDAY, INPUT_DATE),
          entry(BEFORE_CRISIS, INPUT_DATE),
        ],
        [entry("Session used", SUMMARY_LABEL), ...COLUMNS.map((c) => entry(`=SERVICE.YIELD("AS_OF",${c}$6)`, DATE))],
        ...TENORS.map((tenor, i) => [entry(tenor, INPUT), ...COLUMNS.map((c) => entry(`=SERVICE.YIELD($A${FIRST + i},${c}$6)`, PLAIN_2))]),
      ],
      [`A${SLOPES}`]: [
        [entry("Slopes, basis points", SECTION)],
        slope("10Y", "2Y"),
        slope("10Y", "3M"),
        slope("30Y", "5Y"),
        line(`="Fly "&$A${rowOf("2Y")}&" "&$A${rowOf("5Y")}&" "&$A${rowOf("10Y")}`, curvature),
      ],
      [`A${CHANGES - 1}`]: [
        [entry("Change to the latest session, basis points", SECTION)],
        ...["2Y", "10Y", "30Y"].map((tenor) =>
          line(`=$A${rowOf(tenor)}`, (c) => {
            const [now, then] = [`$B${rowOf(tenor)}`, `${c}${rowOf(tenor)}`];
            return `=IF(COUNT(${now},${then})=2,(${now}-${then})*100,"–")`;
          }),
        ),
      ],
      [`A${CHART + 17}`]: notes(
        "19 June 2024 was a holiday: YIELD uses the previous session. A tenor that did not exist on a day shows a reason: there was no 30-year yield between 2002 and 2006.",
        "An unpublished tenor is never interpolated.",
      ),
    },
  }),
};
