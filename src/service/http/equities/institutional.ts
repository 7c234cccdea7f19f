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
import { whyNone } from "../server/shown-rows";

const QUERY = {
  fund_cik: Type.Optional(Type.String({ pattern: "^\\d{1,10}$", description: "A number of up to 10 digits: the institution's CIK." })),
  ticker: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "A ticker, any case. Omit for all." })),
  quarter: Type.Optional(
    Type.String({ pattern: "^(19|20|21)\\d{2}Q[1-4]$", description: "A quarter such as 2024Q1. Omit for the newest one whose reports were due." }),
  ),
};
const Row = Type.Object({
  fund_cik: Type.String(),
  fund_name: Type.String(),
  cusip: Type.String({ description: "Aggregate by CUSIP: many rows have no ticker." }),
  ticker: Type.Union([Type.String(), Type.Null()], { description: "Null if the CUSIP is not resolved." }),
  quarter: Type.String(),
  shares: Type.Number(),
  market_value_usd: Type.Number({ description: "US dollars at the quarter's end." }),
  qoq_signal: Type.Union([...QOQ_SIGNALS.map((signal) => Type.Literal(signal)), Type.Null()], {
    description:
      "Change of the institution's shares since the previous quarter, in shares of this quarter. Null if it cannot be compared; qoq_reason says why.",
  }),
  qoq_reason: Type.Optional(Type.String({ description: "Why qoq_signal is null." })),
  filed: Type.String({ description: "The day on which the report was filed." }),
  accession: Type.String({ description: "The number of the report." }),
  doubt: Type.Optional(Type.String({ description: "Why the value may be wrong, with the numbers compared. Absent without a doubt." })),
  source: Type.String({ description: "A key into `meta.attribution`." }),
});

const NONE =
  "No institution's report is imported, and sample data has only totals by ticker, which HOLDERS13F shows. The operator can import the SEC's 13F reports.";

function rowOf(context: Context, position: Position, end: string, asked: string | undefined) {
  const ticker = asked ?? tickerOfCusip(context, position.cusip);
  const change = qoqSignal(context, position, ticker, end);
  // The prices of each security of a long list are not compared.
  const doubt =
    position.doubt ?? (asked === undefined ? undefined : doubtedPositions(context, asked, end).get(`${position.accession} ${position.cusip}`)?.doubt);
  return {
    fund_cik: position.cik,
    fund_name: position.filer,
    cusip: position.cusip,
    ticker: ticker ?? null,
    quarter: quarterLabel(end),
    shares: position.shares,
    market_value_usd: position.value,
    ...("signal" in change ? { qoq_signal: change.signal } : { qoq_signal: null, qoq_reason: change.unknown }),
    filed: position.filed,
    accession: position.accession,
    ...(doubt === undefined ? {} : { doubt }),
    source: "sec" as const,
  };
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
  data: Type.Array(Row),
  caveats: CAVEATS,
  answer: ({ fund_cik, ticker: named, quarter, ...asked }, context) => {
    const { clock, store } = context;
    const { limit } = asked as { readonly limit: number };
    const ticker = named === undefined ? undefined : holdersTicker(context, tickerNamed(named, store));
    const of = { cik: fund_cik === undefined ? undefined : cikText(fund_cik), ticker, quarterEnd: quarter === undefined ? undefined : endOf(quarter) };
    return store.reading(() => {
      const found = largestPositions(context, of, limit);
      const { total = 0, rows = [], quarterEnd: end = "" } = found ?? {};
      const none = (): string =>
        !store.institutions.any()
          ? whyNone(context, NONE)
          : `No position${quarter === undefined ? "" : ` for ${quarter}`} in a report filed by ${clock.today()} matches. Use another institution, ticker or quarter, or import more reports.`;
      const data = rows.map((position) => rowOf(context, position, end, ticker));
      const doubts = data.flatMap((row) => ("doubt" in row ? [`${row.fund_name}, report ${row.accession}: ${row.doubt}`] : []));
      const notes = total > 0 ? [doubts[0], coverageNote(context, { quarterEnd: end }).note].filter((one) => one !== undefined) : [none()];
      return {
        data,
        count: total,
        asOf: asOfRows(context, total > 0 ? (ofDataset("sec", "holding").provenance ?? []) : []),
        sources: total > 0 ? (["sec"] as const) : [],
        note: notes.length > 0 ? notes.join(" ") : undefined,
        meta: { has_more: total > rows.length, ...(doubts.length > 0 ? { caveats: [...CAVEATS, "value_in_doubt"] } : {}) },
      };
    });
  },
});
