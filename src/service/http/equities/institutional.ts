import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { asOfRows } from "../../evaluation/on-wire";
import { coverageNote } from "../../families/holders13f/holders13f";
import { doubtedPositions, largestPositions, QOQ_SIGNALS, qoqSignal, tickerOfCusip } from "../../families/holders13f/positions";
import { holdersTicker } from "../../families/holders13f/reported-holders";
import { tickerNamed } from "../../names/tickers";
import { cikText } from "../../records/filings";
import type { Position } from "../../store/positions";
import { isoOfParts, quarterEnd, quarterLabel } from "../../time/calendar";
import { endpoint } from "../server/endpoint";
import { oneOfTexts, orNull, wireRows } from "../server/schemas";
import { whyNone } from "../server/shown-rows";

const QUERY = {
  fund_cik: Type.Optional(Type.String({ pattern: "^\\d{1,10}$", description: "A number of up to 10 digits: the institution's CIK." })),
  ticker: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "A ticker, any case. Omit for all." })),
  quarter: Type.Optional(
    Type.String({ pattern: "^(19|20|21)\\d{2}Q[1-4]$", description: "A quarter such as 2024Q1. Omit for the newest one whose reports were due." }),
  ),
};
interface Listed {
  readonly position: Position;
  readonly end: string;
  readonly ticker: string | undefined;
  readonly change: ReturnType<typeof qoqSignal>;
  readonly doubt: string | undefined;
}
const text = (description: string) => Type.String({ description });
const ROWS = wireRows<Listed>({
  fund_cik: [Type.String(), ({ position }) => position.cik],
  fund_name: [Type.String(), ({ position }) => position.filer],
  cusip: [text("Aggregate by CUSIP: many rows have no ticker."), ({ position }) => position.cusip],
  ticker: [orNull(Type.String(), "Null if the CUSIP is not resolved."), ({ ticker }) => ticker ?? null],
  quarter: [Type.String(), ({ end }) => quarterLabel(end)],
  shares: [Type.Number(), ({ position }) => position.shares],
  market_value_usd: [Type.Number({ description: "US dollars at the quarter's end." }), ({ position }) => position.value],
  qoq_signal: [
    orNull(
      oneOfTexts(QOQ_SIGNALS),
      "Change of the institution's shares since the previous quarter, in shares of this quarter. Null if it cannot be compared; qoq_reason says why.",
    ),
    ({ change }) => ("signal" in change ? change.signal : null),
  ],
  qoq_reason: [Type.Optional(text("Why qoq_signal is null.")), ({ change }) => ("signal" in change ? undefined : change.unknown)],
  filed: [text("The day on which the report was filed."), ({ position }) => position.filed],
  accession: [text("The number of the report."), ({ position }) => position.accession],
  doubt: [Type.Optional(text("Why the value may be wrong, with the numbers compared. Absent without a doubt.")), ({ doubt }) => doubt],
  source: [text("A key into `meta.attribution`."), () => "sec"],
});

const NONE =
  "No institution's report is imported, and sample data has only totals by ticker, which HOLDERS13F shows. The operator can import the SEC's 13F reports.";

function listed(context: Context, position: Position, end: string, asked: string | undefined): Listed {
  const ticker = asked ?? tickerOfCusip(context, position.cusip);
  // The prices of each security of a long list are not compared.
  const doubt =
    position.doubt ?? (asked === undefined ? undefined : doubtedPositions(context, asked, end).get(`${position.accession} ${position.cusip}`)?.doubt);
  return { position, end, ticker, change: qoqSignal(context, position, ticker, end), doubt };
}

const endOf = (quarter: string): string => quarterEnd(isoOfParts(Number(quarter.slice(0, 4)), Number(quarter.slice(5)) * 3, 1));

const CAVEATS = declarationOf("HOLDERS13F").caveats;

/** GET /v1/equities/institutional: positions in institutions' 13F reports of one quarter, largest first. Sample data has none: it has totals by ticker only. */
export const institutionalEndpoint = endpoint({
  path: "/v1/equities/institutional",
  summary: "13F holdings of institutions",
  tag: "equities",
  examples: [{ parameters: { ticker: "AAPL" } }, { parameters: { quarter: "2024Q5" }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 500, fallback: 50 },
  data: Type.Array(ROWS.schema),
  caveats: CAVEATS,
  answer: ({ fund_cik, ticker: named, quarter, ...asked }, context) => {
    const { clock, store } = context;
    const { limit } = asked as { readonly limit: number };
    const ticker = named === undefined ? undefined : holdersTicker(context, tickerNamed(named, store));
    const of = { cik: fund_cik === undefined ? undefined : cikText(fund_cik), ticker, quarterEnd: quarter === undefined ? undefined : endOf(quarter) };
    const found = largestPositions(context, of, limit);
    const { total = 0, rows = [], quarterEnd: end = "" } = found ?? {};
    const none = (): string =>
      !store.institutions.any()
        ? whyNone(context, NONE)
        : `No position${quarter === undefined ? "" : ` for ${quarter}`} in a report filed by ${clock.today()} matches. Use another institution, ticker or quarter, or import more reports.`;
    const data = rows.map((position) => listed(context, position, end, ticker));
    const doubts = data.flatMap(({ position, doubt }) => (doubt === undefined ? [] : [`${position.filer}, report ${position.accession}: ${doubt}`]));
    const notes = total > 0 ? [doubts[0], coverageNote(context, { quarterEnd: end }).note].filter((one) => one !== undefined) : [none()];
    return {
      data: data.map(ROWS.of),
      count: total,
      asOf: asOfRows(context, total > 0 ? (ofDataset("sec", "holding").provenance ?? []) : []),
      sources: total > 0 ? (["sec"] as const) : [],
      note: notes.length > 0 ? notes.join(" ") : undefined,
      meta: { has_more: total > rows.length, ...(doubts.length > 0 ? { caveats: [...CAVEATS, "value_in_doubt"] } : {}) },
    };
  },
});
