import { DATE, derived, HEAD, INPUT, INPUT_PERCENT, LEAD, notes, numbers, summary, SUMMARY_LABEL, intro } from "./looks";
import { entry, row, type Entry, type Template, rowsFrom } from "./sheet-of";

/** Cells with the month and the year to search for. */
const MONTH = "$B$4";
const YEAR = "$D$4";
const MARKETS: readonly (readonly [words: string, period: string])[] = [
  ["fed rate cut", MONTH],
  ["ecb rate cut", MONTH],
  ["us recession", YEAR],
  ["us unemployment 4.5", MONTH],
  ["s&p 500 higher", MONTH],
  ["gold higher", MONTH],
  ["bitcoin record", YEAR],
  ["stablecoin", YEAR],
  ["us government shut down", MONTH],
];
const MONTH_NAMES = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const FIRST = 6;
const LAST = FIRST + MARKETS.length - 1;
const CHART = LAST + 4;

/** The month of the newest macro reading, or the next month if it starts within three days, because its markets are open. */
const ASKED_MONTH = `=CHOOSE(MONTH(SERVICE.REGIME("date")+3),${MONTH_NAMES.map((name) => `"${name}"`).join(",")})&" "&YEAR(SERVICE.REGIME("date")+3)`;

const marketRow = ([words, period]: (typeof MARKETS)[number], r: number): Entry[] => [
  entry(words, INPUT),
  entry(`=${period}`, {}),
  entry(`=SERVICE.GET(A${r}&" "&B${r},"odds")`, numbers("0.0%")),
  entry(`=SERVICE.GET(A${r}&" "&B${r},"asof")`, DATE),
  entry(`=IF(ISNUMBER(C${r}),1-C${r},"–")`, derived("0.0%")),
  entry(`=IF(ISNUMBER(C${r}),1/C${r},"–")`, derived("0.00")),
  entry(null, INPUT_PERCENT),
  entry(`=IF(COUNT(C${r},G${r})=2,(G${r}-C${r})*100,"–")`, derived("+0.0;-0.0;0.0")),
  entry(`=IF(ISNUMBER(C${r}),IF(ABS(C${r}-0.5)<0.1,"open",IF(C${r}>0.5,"likely","unlikely")),"–")`, {}),
];

/** Prediction-market odds for a list of questions, next to the user's own view. */
export const PREDICTION_ODDS: Template = {
  id: "prediction-odds",
  title: "Prediction odds",
  about: "Prediction markets beside a view of your own.",
  sheet: () => ({
    widths: [27, 16, 14, 14, 10, 11, 12, 15, 11],
    scrollFrom: `B${FIRST}`,
    chart: { kind: "bar", title: "Probability of Yes", top: CHART, height: 16, head: FIRST - 1, rows: [FIRST, LAST], columns: ["C"], format: "0%" },
    blocks: {
      A1: [
        ...intro(
          "Prediction-market odds",
          "Probability of Yes at the last trade, for the only market that matches all words and the period. A market's id also works.",
          "Enter your own words and probabilities in the yellow cells.",
        ),
        [entry("Month", LEAD), entry(ASKED_MONTH, {}), entry("Year", LEAD), entry('=YEAR(SERVICE.REGIME("date")+3)', {})],
      ],
      [`A${FIRST - 1}`]: [
        row(HEAD, "Words of the question", "Period", "Yes", "Date", "No", "Fair odds", "Your view", "Your view – market, pp", "In words"),
        ...rowsFrom(FIRST, MARKETS, marketRow),
        [entry("Markets found", SUMMARY_LABEL), entry(null, SUMMARY_LABEL), entry(`=COUNT(C${FIRST}:C${LAST})`, summary("0"))],
        [
          entry("Largest difference, pp", SUMMARY_LABEL),
          entry(null, SUMMARY_LABEL),
          entry(`=IF(COUNT(H${FIRST}:H${LAST})>0,MAX(MAX(H${FIRST}:H${LAST}),-MIN(H${FIRST}:H${LAST})),"–")`, summary("0.0")),
        ],
      ],
      [`A${CHART + 17}`]: notes(
        "Words that match no market, or several, show a reason. Inspect lists three with their ids; copy one into the yellow cell.",
        "A price is not a forecast. A market's closing day is scheduled and may come earlier.",
      ),
    },
  }),
};
