import { Type } from "@sinclair/typebox";
import { addDays, daysBetween } from "../../../contract/dates";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { CashBalance } from "../../records/macro";
import type { StoredRecord } from "../../records/record";
import { endpoint, listAnswer } from "../server/endpoint";
import { orNull, recordPage } from "../server/schemas";

const ACCOUNT = "TGA";
/** A change over more days is not that of one business day: a balance in between is not loaded. */
const MOST_DAYS = MAXIMUM_AGES.daily_series.days;
const Row = Type.Object({
  date: Type.String({ description: "Business day." }),
  closing_balance_musd: Type.Number({ description: "Closing balance of the Treasury General Account, millions of US dollars, as published." }),
  change_musd: orNull(Type.Number(), "Change from the business day before, millions of US dollars; null if that day is not loaded."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
});

type Day = StoredRecord<CashBalance> & { readonly before: StoredRecord<CashBalance> | undefined };

const rowOf = ({ date, body: { closing_musd }, source, before }: Day) => ({
  date,
  closing_balance_musd: closing_musd,
  change_musd: before && daysBetween(before.date, date) <= MOST_DAYS ? closing_musd - before.body.closing_musd : null,
  source,
});

const NONE = "No Daily Treasury Statement is imported, and it has no sample data. The operator can load it: npm run -s data -- update fiscaldata";

/** GET /v1/macro/treasury-statement: the Treasury's closing cash balances from the Daily Treasury Statement, newest first. NETLIQ uses the newest. */
export const treasuryStatementEndpoint = endpoint({
  path: "/v1/macro/treasury-statement",
  summary: "Closing balances of the Daily Treasury Statement",
  tag: "macro",
  examples: [{}, { parameters: { days: 366 } }, { parameters: { days: 0 }, status: 422 }],
  query: { days: Type.Integer({ minimum: 1, maximum: 7400, default: 30, description: "Calendar days up to the service's date." }) },
  paging: { most: 1000, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  answer: ({ days }, context) => {
    const { store, clock } = context;
    const today = clock.today();
    const from = addDays(today, 1 - days);
    const known = store.records.between<CashBalance>("cash_balance", ACCOUNT, addDays(from, -MOST_DAYS), today, today);
    const rows = known.map((row, i): Day => ({ ...row, before: known[i - 1] })).filter(({ date }) => date >= from);
    const none = store.records.any("cash_balance")
      ? `No closing balance was known in the ${days} days to ${today}. Use more days, or load newer statements.`
      : NONE;
    return listAnswer(rows.toReversed(), (page) => ({
      ...recordPage(context, "cash_balance", page, rowOf),
      note: rows.length > 0 ? undefined : none,
    }));
  },
});
