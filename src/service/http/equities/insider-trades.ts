import { Type } from "@sinclair/typebox";
import { fullReason, isReason } from "../../answers/family";
import { asOfRows } from "../../evaluation/on-wire";
import { effectiveOn } from "../../families/insider/effective-reports";
import { othersIn, reportsNear, type TradeDoubt, tradeDoubtsOf, tradesDatedIn, unreadIn } from "../../families/insider/reported-trades";
import type { Report } from "../../families/insider/one-block";
import { isPublished, originOf } from "../../families/rows";
import type { ReportedTrade } from "../../records/disclosed-trades";
import { tickerNamed } from "../../names/tickers";
import { addDays } from "../../../contract/dates";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull, wireRows } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const MOST_DAYS = 730;
interface ListedTrade {
  readonly ticker: string;
  readonly report: Report;
  readonly trade: ReportedTrade;
  readonly line: number;
  readonly doubt: TradeDoubt | undefined;
}
const text = (description: string) => Type.String({ description });
const ROWS = wireRows<ListedTrade>({
  ticker: [Type.String(), ({ ticker }) => ticker],
  traded: [text("The day of the trade."), ({ trade }) => trade.traded],
  filed: [text("The day from which the report was known."), ({ report }) => report.known],
  form: [Type.String(), ({ report: { body } }) => body.form],
  owner: [text("The reporting owners; of a block that several report, all of them."), ({ report: { body } }) => body.owners.map(({ name }) => name).join("; ")],
  role: [text("Title or role of the first owner."), ({ report: { body } }) => body.role],
  side: [oneOfTexts(["buy", "sell"]), ({ trade }) => trade.side],
  shares: [Type.Number(), ({ trade }) => trade.shares],
  price_usd: [orNull(Type.Number(), "US dollars a share; null if not stated."), ({ trade }) => trade.price],
  value_usd: [orNull(Type.Number(), "US dollars; null if not stated."), ({ trade }) => trade.value],
  plan_10b5_1: [orNull(Type.Boolean(), "Null before April 2023, when the form did not ask."), ({ report: { body } }) => body.plan10b5_1],
  report: [text("Tells the reports of one owner and day apart; ends with the accession number if the document states it."), ({ report }) => report.key],
  line: [Type.Integer({ description: "The trade's number in the report, from 1." }), ({ line }) => line],
  doubt: [Type.Optional(text("Why the trade may be wrong, with the numbers compared.")), ({ doubt }) => doubt?.sentence],
  in_no_sum: [
    Type.Optional(Type.Literal(true, { description: "A published price shows that the price is wrong, so that the trade is in no sum." })),
    ({ doubt }) => doubt?.isOut || undefined,
  ],
});

/** GET /v1/equities/insider-trades/:ticker: the open-market trades that insiders of one company reported, newest first. A trade that an amendment restated is not listed, and a block that several owners report once. */
export const insiderTradesEndpoint = endpoint({
  path: "/v1/equities/insider-trades/:ticker",
  summary: "Insiders' purchases and sales of one company",
  tag: "equities",
  examples: [{ parameters: { ticker: "NVDA" } }, { parameters: { ticker: "AAPLX" }, status: 404 }, { parameters: { ticker: "NVDA", days: 731 }, status: 422 }],
  params: { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) },
  query: {
    days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 90, description: "Calendar days up to the service's date; a trade counts by its own date." }),
  },
  asOf: true,
  paging: { most: 500, fallback: 100, offset: true },
  data: Type.Array(ROWS.schema),
  refusals: NOT_FOUND,
  answer: ({ ticker: named, days }, context) => {
    const { clock, store } = context;
    const ticker = tickerNamed(named, store);
    const evaluated = cell("INSIDER", [ticker], "net", context);
    const unknown = unknownRefusal([evaluated]);
    if (unknown) return unknown;
    const reports = shownRows(context, isPublished(context, "insider_trade", ticker), () => reportsNear(context, ticker, days));
    const origin = originOf(context, "sec", "insider_trade", ticker);
    // Numbered as filed: the number of a trade stays when an amendment restates another.
    const lines = new Map(reports.rows.flatMap(({ body }) => body.trades.map((trade, i) => [trade, i + 1])));
    const [from, today] = [addDays(clock.today(), 1 - days), clock.today()];
    const effective = effectiveOn(today, reports.rows);
    const doubts = tradeDoubtsOf(context, ticker, effective, from);
    const rows = effective.flatMap((report) => tradesDatedIn(report, from, today).map((trade) => ({ report, trade, line: lines.get(trade)! })));
    const others = othersIn(effective, from, today);
    const uncounted = [
      ...unreadIn(effective, from).map(({ sentence }) => sentence),
      ...(others.length > 0 ? [`Not listed, because only shares of the ticker are: ${others.join("; ")}.`] : []),
    ];
    rows.sort((a, b) => (a.trade.traded < b.trade.traded ? 1 : a.trade.traded > b.trade.traded ? -1 : 0));
    return listAnswer(rows, (page) => ({
      data: page.map((one) => ROWS.of({ ...one, ticker, doubt: doubts.get(one.trade) })),
      asOf: asOfRows(context, rows.length > 0 ? (origin.provenance ?? []) : []),
      sources: page.length > 0 ? [origin.source] : [],
      note:
        uncounted.length > 0
          ? uncounted.join(" ")
          : rows.length > 0
            ? undefined
            : isReason(evaluated)
              ? fullReason(evaluated)
              : `No known report on ${ticker} has a trade in the ${days} days to ${clock.today()}.`,
    }));
  },
});
