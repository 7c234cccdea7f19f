import { derived, HEAD, INPUT, LABEL, notes, numbers, PLAIN_2, SECTION, intro, foot } from "./looks";
import { entry, row, type Entry, type Template, rowsFrom } from "./sheet-of";

const TICKERS = ["NVDA", "AMD", "INTC", "AVGO", "QCOM", "TXN", "ADI", "MU", "MSFT"];
const METRICS = ["pe", "ev_to_revenue", "fcf_yield", "gross_margin", "revenue_growth", "return_12m"];
const COLUMNS = ["B", "C", "D", "E", "F", "G"];
const FIRST = 6;
const LAST = FIRST + TICKERS.length - 1;
/** The comparison of one metric with each company's peers. */
const CHOICE = LAST + 7;
const HEAD_PEERS = CHOICE + 1;
const FIRST_PEERS = HEAD_PEERS + 1;
const LAST_PEERS = FIRST_PEERS + TICKERS.length - 1;
const CHART = LAST_PEERS + 2;
const CHOSEN = `$B$${CHOICE}`;
/** Lines of the reason of a company with a loss. */
const LOSS_LINES = 3;

const tickerRow = (ticker: string, r: number): Entry[] => [
  entry(ticker, INPUT),
  ...COLUMNS.map((c) => entry(`=SERVICE.RV($A${r},${c}$${FIRST - 1})`, PLAIN_2)),
];

const peerRow = (_: string, r: number): Entry[] => {
  const ticker = `$A${r - FIRST_PEERS + FIRST}`;
  return [
    entry(`=${ticker}`, LABEL),
    entry(`=SERVICE.RV(${ticker},${CHOSEN})`, PLAIN_2),
    entry(`=SERVICE.RV(${ticker},${CHOSEN},"peer_median")`, PLAIN_2),
    // Without a value there is no position, for the same reason.
    entry(`=IF(ISNUMBER(B${r}),SERVICE.RV(${ticker},${CHOSEN},"percentile"),"–")`, derived("0")),
    entry(`=SERVICE.RV(${ticker},${CHOSEN},"peer_count")`, numbers("0")),
    entry(`=IF(COUNT(B${r},C${r})=2,B${r}/C${r}-1,"–")`, derived("+0%;-0%;0%")),
    entry(`=IF(ISNUMBER(B${r}),RANK(B${r},B$${FIRST_PEERS}:B$${LAST_PEERS}),"–")`, derived("0")),
  ];
};

const line = (label: string, fn: string): Entry[] => foot(label, fn, COLUMNS, [FIRST, LAST], () => (fn === "COUNT" ? "0" : "#,##0.00"));

const linesOf = (first: number, ...tickers: readonly string[]): [number, number][] => tickers.map((ticker) => [first + TICKERS.indexOf(ticker), LOSS_LINES]);

/** A peer group by six metrics, and one of them against the service's own peers. */
export const RELATIVE_VALUE: Template = {
  id: "relative-value",
  title: "Relative value",
  about: "A peer group by six metrics, against medians and percentiles.",
  sheet: () => ({
    widths: [13, 20, 17, 15, 17, 18, 15],
    scrollFrom: `B${FIRST}`,
    // One or the other had a loss in its last fiscal year.
    lines: Object.fromEntries([FIRST, FIRST_PEERS].flatMap((first) => linesOf(first, "INTC", "MU"))),
    chart: {
      kind: "column",
      title: "The compared metric, beside the median of each company's peers",
      top: CHART,
      height: 15,
      head: HEAD_PEERS,
      rows: [FIRST_PEERS, LAST_PEERS],
      columns: ["B", "C"],
      format: "#,##0.0",
    },
    blocks: {
      A1: intro(
        "Relative value of a peer group",
        "Six metrics of your own group, and one of them compared with each company's industry peers.",
        "Enter your own tickers and metrics in the yellow cells.",
      ),
      [`A${FIRST - 1}`]: [
        [
          entry("Ticker", HEAD),
          ...row(INPUT, ...METRICS).map(({ typed }) =>
            entry(typed, { style: { ...INPUT.style, bold: true, wrap: true, horizontal: "center", vertical: "center" } }),
          ),
        ],
        ...rowsFrom(FIRST, TICKERS, tickerRow),
        line("Median", "MEDIAN"),
        line("Highest", "MAX"),
        line("Lowest", "MIN"),
        line("Known", "COUNT"),
      ],
      [`A${CHOICE - 1}`]: [
        [entry("Compared with industry peers", SECTION)],
        [entry("Compare by", LABEL), entry("pe", INPUT)],
        [entry("Ticker", HEAD), entry(`=${CHOSEN}`, HEAD), ...row(HEAD, "Peer median", "Percentile", "Peers", "vs peer median", "Rank")],
        ...rowsFrom(FIRST_PEERS, TICKERS, peerRow),
      ],
      [`A${CHART + 16}`]: notes(
        "A company with a loss has no price/earnings ratio. A depositary receipt, such as TSM, has margins but no multiples: they are not estimated.",
        "A percentile is a position among peers, not a rating. Fundamentals are full fiscal years in the filer's currency; margins, growth and returns are in percent.",
      ),
    },
  }),
};
