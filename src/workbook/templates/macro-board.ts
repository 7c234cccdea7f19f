import { DATE, HEAD, INPUT, LABEL, LEAD, numbers, PLAIN_2, SECTION, SIGNED_2, TITLE, UNIT, derived } from "./looks";
import { notes } from "./notes";
import { entry, row, sheetOf, type Entry } from "./sheet-of";

const SERIES = [
  "DGS2",
  "DGS10",
  "T10Y2Y",
  "DFII10",
  "T10YIE",
  "FEDFUNDS",
  "SOFR",
  "MORTGAGE30US",
  "CPIAUCSL",
  "UMCSENT",
  "ICSA",
  "NFCI",
  "VIXCLS",
  "DTWEXBGS",
  "M2SL",
  "WALCL",
  "RRPONTSYD",
];
const BANKS = ["US", "XM", "GB", "JP", "CH", "CA", "AU", "AR"];
const FIRST = 6;
const BANK_HEAD = FIRST + SERIES.length + 2;
const FIRST_BANK = BANK_HEAD + 1;
const LAST_BANK = FIRST_BANK + BANKS.length - 1;
const NOTES = LAST_BANK + 2;

const seriesRow = (id: string, i: number): Entry[] => {
  const r = FIRST + i;
  return [
    entry(id, INPUT),
    entry(`=SERVICE.FRED(A${r},"title")`, {}),
    entry(`=SERVICE.FRED(A${r})`, PLAIN_2),
    entry(`=SERVICE.FRED(A${r},"unit")`, UNIT),
    entry(`=SERVICE.FRED(A${r},"date")`, DATE),
    entry(`=SERVICE.FRED(A${r},"previous")`, PLAIN_2),
    entry(`=IF(COUNT(C${r},F${r})=2,C${r}-F${r},"–")`, derived(SIGNED_2)),
    entry(`=IF(COUNT(C${r},F${r})<2,"–",IF(C${r}>F${r},"up",IF(C${r}<F${r},"down","unchanged")))`, {}),
  ];
};

const bankRow = (area: string, i: number): Entry[] => {
  const r = FIRST_BANK + i;
  return [
    entry(area, INPUT),
    entry(`=SERVICE.CBRATE(A${r},"stance")`, {}),
    entry(`=SERVICE.CBRATE(A${r})`, PLAIN_2),
    entry("%", UNIT),
    entry(`=SERVICE.CBRATE(A${r},"date")`, DATE),
    entry(`=SERVICE.CBRATE(A${r},"last_change")`, numbers(SIGNED_2)),
    entry(`=IF(COUNT(C${r},C$${FIRST_BANK})=2,(C${r}-C$${FIRST_BANK})*100,"–")`, derived("+0;-0;0")),
    entry(`=IF(ISNUMBER(C${r}),RANK(C${r},C$${FIRST_BANK}:C$${LAST_BANK}),"–")`, derived("0")),
  ];
};

/** Headline macro series, policy rates, the regime and liquidity. */
export const macroBoard = () =>
  sheetOf({
    name: "Macro board",
    widths: [18, 50, 15, 9, 15, 15, 13, 12, 3, 26, 18, 9],
    scrollFrom: `A${FIRST}`,
    lines: { [FIRST_BANK + BANKS.indexOf("AR")]: 4 },
    blocks: {
      A1: [
        [entry("Macro board", TITLE)],
        [entry("The latest and previous observation of each series, policy rates, and the state of liquidity.", LEAD)],
        [entry("Enter other series or economies in the yellow cells. The pane's Build tab lists all of them.", LEAD)],
      ],
      [`A${FIRST - 1}`]: [row(HEAD, "Series", "Title", "Latest", "Unit", "Observed", "Previous", "Change", "Direction"), ...SERIES.map(seriesRow)],
      [`J${FIRST - 1}`]: [
        row(HEAD, "Measure", "Value", "Unit"),
        [entry("Macro regime", LABEL), entry("=SERVICE.REGIME()", {}), entry(null, UNIT)],
        [entry("Regime score", LABEL), entry('=SERVICE.REGIME("score")', numbers("0.0")), entry("score", UNIT)],
        [entry("Conviction", LABEL), entry('=SERVICE.REGIME("conviction")', numbers("0.0")), entry("%", UNIT)],
        [entry("Regime date", LABEL), entry('=SERVICE.REGIME("date")', DATE), entry(null, UNIT)],
        [entry("Net liquidity", LABEL), entry("=SERVICE.LIQUIDITY()", numbers("0.000")), entry("$T", UNIT)],
        [entry("Change over one week", LABEL), entry('=SERVICE.LIQUIDITY("change_1w")', numbers("+0.000;-0.000;0.000")), entry("$T", UNIT)],
        [entry("Liquidity date", LABEL), entry('=SERVICE.LIQUIDITY("date")', DATE), entry(null, UNIT)],
        [entry("SOFR", LABEL), entry('=SERVICE.MMRATE("SOFR")', PLAIN_2), entry("%", UNIT)],
        [entry("SOFR in the target range", LABEL), entry('=SERVICE.MMRATE("SOFR","corridor_position_pct")', numbers("0")), entry("%", UNIT)],
        [
          entry("Breakeven and real yield", LABEL),
          entry(
            `=IF(COUNT(C${FIRST + SERIES.indexOf("T10YIE")},C${FIRST + SERIES.indexOf("DFII10")})=2,C${FIRST + SERIES.indexOf("T10YIE")}+C${FIRST + SERIES.indexOf("DFII10")},"–")`,
            PLAIN_2,
          ),
          entry("%", UNIT),
        ],
      ],
      [`A${BANK_HEAD - 1}`]: [
        [entry("Policy rates", SECTION)],
        row(HEAD, "Economy", "Stance over the window", "Rate", "Unit", "Observed", "Last change, pp", "vs first row, bp", "Rank"),
        ...BANKS.map(bankRow),
      ],
      [`A${NOTES}`]: notes(
        "Argentina's policy rate is withheld, because its source stopped publishing.",
        "Net liquidity is a convention: balance sheet less reverse repo less Treasury General Account. Check the dates: monthly averages are next to daily closes.",
      ),
    },
  });
