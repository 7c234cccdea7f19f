import { Type } from "@sinclair/typebox";
import { fullReason, isReason } from "../../answers/family";
import { asOfRows } from "../../evaluation/on-wire";
import { evaluatorOf } from "../../families/families";
import { effectiveOn } from "../../families/insider/effective-reports";
import { othersIn, reportsNear, type TradeDoubt, tradeDoubtsOf, tradesDatedIn, unreadIn } from "../../families/insider/reported-trades";
import { isPublished, originOf } from "../../families/rows";
import { tickerNamed } from "../../names/tickers";
import { addDays } from "../../../contract/dates";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const MOST_DAYS = 730;
const orNull = (schema: ReturnType<typeof Type.Number>, description: string) => Type.Union([schema, Type.Null()], { description });

const Row = Type.Object({
  ticker: Type.String(),
  traded: Type.String({ description: "The day of the trade." }),
  filed: Type.String({ description: "The day from which the report was known." }),
  form: Type.String(),
  owner: Type.String({ description: "The reporting owners; of a block that several report, all of them." }),
  role: Type.String({ description: "Title or role of the first owner." }),
  side: oneOfTexts(["buy", "sell"]),
  shares: Type.Number(),
  price_usd: orNull(Type.Number(), "US dollars a share; null if not stated."),
  value_usd: orNull(Type.Number(), "US dollars; null if not stated."),
  plan_10b5_1: Type.Union([Type.Boolean(), Type.Null()], { description: "Null before April 2023, when the form did not ask." }),
  report: Type.String({ description: "Tells the reports of one owner and day apart; ends with the accession number if the document states it." }),
  line: Type.Integer({ description: "The trade's number in the report, from 1." }),
  doubt: Type.Optional(Type.String({ description: "Why the trade may be wrong, with the numbers compared." })),
  in_no_sum: Type.Optional(Type.Literal(true, { description: "A published price shows that the price is wrong, so that the trade is in no sum." })),
});

const doubtOf = (doubt: TradeDoubt | undefined) => (doubt ? { doubt: doubt.sentence, ...(doubt.isOut ? { in_no_sum: true as const } : {}) } : {});

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
  data: Type.Array(Row),
  refusals: NOT_FOUND,
  answer: ({ ticker: named, days }, context) => {
    const { clock, store } = context;
    const ticker = tickerNamed(named, store);
    const evaluated = evaluatorOf("INSIDER")?.([ticker, null], context);
    if (!evaluated) throw new Error("no family answers INSIDER");
    if (isReason(evaluated) && evaluated.code === "unknown_ticker") return { code: "unknown_name", detail: fullReason(evaluated) };
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
      data: page.map(({ report, trade, line }) => ({
        ticker,
        traded: trade.traded,
        filed: report.known,
        form: report.body.form,
        owner: report.body.owners.map(({ name }) => name).join("; "),
        role: report.body.role,
        side: trade.side,
        shares: trade.shares,
        price_usd: trade.price,
        value_usd: trade.value,
        plan_10b5_1: report.body.plan10b5_1,
        report: report.key,
        line,
        ...doubtOf(doubts.get(trade)),
      })),
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
