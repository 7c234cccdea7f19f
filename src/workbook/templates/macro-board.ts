import { wordsIn } from "../../contract/text";
import { DATE, derived, HEAD, INPUT, LABEL, LEVEL, notes, numbers, PLAIN_2, SECTION, SIGNED_2, UNIT, intro } from "./looks";
import { entry, row, type Entry, type Template, rowsFrom } from "./sheet-of";

const SERIES = wordsIn(`
  DGS2 DGS10 T10Y2Y DFII10 T10YIE FEDFUNDS SOFR MORTGAGE30US CPIAUCSL UMCSENT ICSA NFCI VIXCLS DTWEXBGS M2SL RRPONTSYD`);
const BANKS = ["US", "XM", "GB", "JP", "CH", "CA", "AU", "SE"];
const FIRST = 6;
const LAST = FIRST + SERIES.length - 1;
const BANK_HEAD = LAST + 3;
const FIRST_BANK = BANK_HEAD + 1;
const LAST_BANK = FIRST_BANK + BANKS.length - 1;
const CHART = LAST_BANK + 2;
const MEASURES = CHART + 16;
const MEASURE_COUNT = 11;
const NOTES = MEASURES + MEASURE_COUNT + 3;

const seriesRow = (id: string, r: number): Entry[] => [
  entry(id, INPUT),
  entry(`=SERVICE.FRED(A${r},"title")`, {}),
  entry(`=SERVICE.FRED(A${r})`, LEVEL),
  entry(`=SERVICE.FRED(A${r},"unit")`, UNIT),
  entry(`=SERVICE.FRED(A${r},"date")`, DATE),
  entry(`=SERVICE.FRED(A${r},"change")`, LEVEL),
  // A daily series may use the session before. Any other needs the same period: the month before it would make a change over 13 months.
  entry(`=IF(ISNUMBER(E${r}),SERVICE.FREDH(A${r},EDATE(E${r},-12),IF(SERVICE.FRED(A${r},"frequency")="daily","last","value")),"–")`, LEVEL),
  // A rate changes by points; a level around zero has no percentage.
  entry(`=IF(COUNT(C${r},G${r})<2,"–",IF(D${r}="%",C${r}-G${r},IF(MIN(C${r},G${r})>0,(C${r}/G${r}-1)*100,"–")))`, derived(SIGNED_2)),
];

const bankRow = (area: string, r: number): Entry[] => [
  entry(area, INPUT),
  entry(`=SERVICE.CBRATE(A${r},"stance")`, {}),
  entry(`=SERVICE.CBRATE(A${r})`, PLAIN_2),
  entry("%", UNIT),
  entry(`=SERVICE.CBRATE(A${r},"date")`, DATE),
  entry(`=SERVICE.CBRATE(A${r},"last_change")`, numbers(SIGNED_2)),
  entry(`=IF(COUNT(C${r},C$${FIRST_BANK})=2,(C${r}-C$${FIRST_BANK})*100,"–")`, derived("+0;-0;0")),
  entry(`=IF(ISNUMBER(C${r}),RANK(C${r},C$${FIRST_BANK}:C$${LAST_BANK}),"–")`, derived("0")),
];

const measure = (label: string, formula: string, look: Entry["look"], unit?: string): Entry[] => [
  entry(null, {}),
  entry(label, LABEL),
  entry(formula, look),
  ...(unit === undefined ? [] : [entry(unit, UNIT)]),
];
const BREAKEVEN = `C${FIRST + SERIES.indexOf("T10YIE")}`;
const REAL_YIELD = `C${FIRST + SERIES.indexOf("DFII10")}`;

/** Headline macro series beside their values a year earlier, policy rates, the regime and liquidity. */
export const MACRO_BOARD: Template = {
  id: "macro-board",
  title: "Macro board",
  about: "Headline series beside a year earlier, policy rates, regime and liquidity.",
  sheet: () => ({
    widths: [18, 59, 11, 7, 12, 10, 10, 13],
    scrollFrom: `A${FIRST}`,
    chart: { kind: "column", title: "Policy rates, %", top: CHART, height: 14, head: BANK_HEAD, rows: [FIRST_BANK, LAST_BANK], columns: ["C"], format: "0.0" },
    blocks: {
      A1: intro(
        "Macro board",
        "The latest observation of each series beside the one a year earlier, policy rates, and the state of liquidity.",
        "Enter other series or economies in the yellow cells. The pane's Build tab lists all of them.",
      ),
      [`A${FIRST - 1}`]: [
        row(HEAD, "Series", "Title", "Latest", "Unit", "Observed", "Change", "A year earlier", "Over a year, % (rates: pp)"),
        ...rowsFrom(FIRST, SERIES, seriesRow),
      ],
      [`A${BANK_HEAD - 1}`]: [
        [entry("Policy rates", SECTION)],
        row(HEAD, "Economy", "Stance over the window", "Rate", "Unit", "Observed", "Change, pp", "vs first row, bp", "Rank"),
        ...rowsFrom(FIRST_BANK, BANKS, bankRow),
      ],
      [`A${MEASURES}`]: [
        [entry("Regime and liquidity", SECTION)],
        measure("Macro regime", "=SERVICE.REGIME()", {}),
        measure("Regime score, -100 to 100", '=SERVICE.REGIME("score")', numbers("0.0")),
        measure("Conviction", '=SERVICE.REGIME("conviction")', numbers("0.0"), "%"),
        measure("Regime date", '=SERVICE.REGIME("date")', DATE),
        measure("Fed balance sheet", '=SERVICE.NETLIQ("balance_sheet")', numbers("#,##0,"), "$B"),
        measure("Treasury General Account", '=SERVICE.NETLIQ("tga")', numbers("#,##0,"), "$B"),
        measure("Net liquidity", "=SERVICE.LIQUIDITY()", numbers("0.000"), "$T"),
        measure("Net liquidity, change over one week", '=SERVICE.LIQUIDITY("change_1w")', numbers("+0.000;-0.000;0.000"), "$T"),
        measure("Liquidity date", '=SERVICE.LIQUIDITY("date")', DATE),
        measure("SOFR, position in the target range", '=SERVICE.MMRATE("SOFR","corridor_position_pct")', numbers("0"), "%"),
        measure("Breakeven and real 10-year yield", `=IF(COUNT(${BREAKEVEN},${REAL_YIELD})=2,${BREAKEVEN}+${REAL_YIELD},"–")`, PLAIN_2, "%"),
      ],
      [`A${NOTES}`]: notes(
        "Net liquidity is a convention: balance sheet less reverse repo less Treasury General Account. Check the dates: monthly averages are next to daily closes.",
        "Policy rates of economies whose source stopped publishing show a reason: try AR.",
      ),
    },
  }),
};
