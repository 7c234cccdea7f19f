import { HEAD, INPUT, LABEL, LEAD, numbers, PLAIN_2, summary, SUMMARY_LABEL, TITLE, derived } from "./looks";
import { notes } from "./notes";
import { entry, row, sheetOf, type Entry } from "./sheet-of";

const TICKERS = ["NVDA", "AMD", "INTC", "AVGO", "QCOM", "TXN", "MU", "TSM", "WOLF"];
const METRICS = ["pe", "ev_to_revenue", "fcf_yield", "gross_margin", "revenue_growth", "return_12m"];
const COLUMNS = ["B", "C", "D", "E", "F", "G"];
const FIRST = 7;
const LAST = FIRST + TICKERS.length - 1;
/** The metric of the right half of the sheet. */
const CHOSEN = "$B$4";
const rowOf = (ticker: string): number => FIRST + TICKERS.indexOf(ticker);

const tickerRow = (ticker: string, i: number): Entry[] => {
  const r = FIRST + i;
  return [
    entry(ticker, INPUT),
    ...COLUMNS.map((c) => entry(`=SERVICE.RV($A${r},${c}$${FIRST - 1})`, PLAIN_2)),
    entry(`=SERVICE.RV($A${r},${CHOSEN})`, PLAIN_2),
    entry(`=SERVICE.RV($A${r},${CHOSEN},"peer_median")`, PLAIN_2),
    entry(`=SERVICE.RV($A${r},${CHOSEN},"percentile")`, numbers("0")),
    entry(`=SERVICE.RV($A${r},${CHOSEN},"peer_count")`, numbers("0")),
    entry(`=IF(COUNT(H${r},I${r})=2,H${r}/I${r}-1,"–")`, derived("+0%;-0%;0%")),
    entry(`=IF(ISNUMBER(H${r}),RANK(H${r},H$${FIRST}:H$${LAST}),"–")`, derived("0")),
  ];
};

const foot = (label: string, fn: string): Entry[] => [
  entry(label, SUMMARY_LABEL),
  ...[...COLUMNS, "H"].map((c) =>
    entry(`=IF(COUNT(${c}${FIRST}:${c}${LAST})>0,${fn}(${c}${FIRST}:${c}${LAST}),"–")`, summary(fn === "COUNT" ? "0" : "#,##0.00")),
  ),
];

/** A peer group by six metrics, and one of them against the service's own peers. */
export const relativeValue = () =>
  sheetOf({
    name: "Relative value",
    widths: [14, 20, 18, 18, 15, 17, 14, 20, 14, 20, 9, 14, 8],
    scrollFrom: `B${FIRST}`,
    lines: { [rowOf("INTC")]: 3, [rowOf("MU")]: 3, [rowOf("TSM")]: 3, [rowOf("WOLF")]: 3 },
    blocks: {
      A1: [
        [entry("Relative value of a peer group", TITLE)],
        [entry("Six metrics of your own group, and one of them compared with each company's industry peers.", LEAD)],
        [entry("Enter your own tickers and metrics in the yellow cells.", LEAD)],
        [entry("Compare by", LABEL), entry("pe", INPUT)],
      ],
      [`A${FIRST - 1}`]: [
        [
          entry("Ticker", HEAD),
          ...row(INPUT, ...METRICS).map(({ typed }) => entry(typed, { style: { ...INPUT.style, bold: true, horizontal: "center", vertical: "center" } })),
          entry(`=${CHOSEN}`, HEAD),
          ...row(HEAD, "Peer median", "Percentile", "Peers", "vs peer median", "Rank"),
        ],
        ...TICKERS.map(tickerRow),
        foot("Median", "MEDIAN"),
        foot("Highest", "MAX"),
        foot("Lowest", "MIN"),
        foot("Known", "COUNT"),
      ],
      [`A${LAST + 6}`]: notes(
        "TSM is a depositary receipt: it has margins but no multiples, which are not estimated. A company with a loss has no price/earnings ratio.",
        "A percentile is a position among peers, not a rating. Fundamentals are full fiscal years in the filer's currency; margins, growth and returns are in percent.",
      ),
    },
  });
