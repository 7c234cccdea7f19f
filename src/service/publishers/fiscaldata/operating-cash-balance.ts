import type { IsoDate } from "../../../contract/dates";
import type { CashBalance } from "../../records/cash-balance";
import type { RecordRow } from "../../records/record";
import type { Feed, FetchRequest } from "../publisher";
import { dayIn, headOf, isObject, listIn, numberIn, readJson, textIn, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { spansOf } from "../reading/spans";

const TITLE = "the operating cash balance of the Daily Treasury Statement";
const API = "https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance";
const FIRST_DAY: IsoDate = "2005-10-03";

/** The statement is in $ millions; figures in dollars or in thousands fall outside. */
const HIGHEST = 5_000_000;

/**
 * The row that holds a day's closing balance, and the member that it stands in. The statement was changed twice: today the closing balance stands in the
 * column of the opening one, in a row of its own, and `close_today_bal` is the word "null".
 */
const CLOSING: readonly (readonly [account: string, member: "open_today_bal" | "close_today_bal"])[] = [
  ["Treasury General Account (TGA) Closing Balance", "open_today_bal"],
  ["Treasury General Account (TGA)", "close_today_bal"],
  ["Federal Reserve Account", "close_today_bal"],
];

/** The closing balance of one day in $M; undefined where no row of the day is one. */
function closingOf(rows: readonly JsonObject[], date: IsoDate): number | undefined {
  for (const [account, member] of CLOSING) {
    const found = rows.filter((row) => row["account_type"] === account).flatMap((row) => numberIn(row, member, TITLE) ?? []);
    if (new Set(found).size > 1)
      throw new RefusedFile(`the closing balance of ${date} stands twice with different values (${found.join(", ")}); fetch it again`);
    const [closing] = found;
    if (closing === undefined) continue;
    if (closing < 0 || closing > HIGHEST || !Number.isInteger(closing))
      throw new RefusedFile(
        `expected the closing balance of ${date} in whole $ millions, from 0 to ${HIGHEST}, got ${closing}; check the unit of the document`,
      );
    return closing;
  }
  return undefined;
}

const FLOWS = ["Treasury General Account (TGA) Opening Balance", "Total TGA Deposits (Table II)", "Total TGA Withdrawals (Table II) (-)"] as const;
/** Each figure is rounded by itself. */
const ROUNDING = 5;

/** Whether opening balance, deposits and withdrawals of a day come to its closing balance; undefined where the day does not state all of them. */
function addsUp(rows: readonly JsonObject[], closing: number): boolean | undefined {
  const [opening, deposits, withdrawals] = FLOWS.map((account) => {
    const row = rows.find((r) => r["account_type"] === account);
    return row && numberIn(row, "open_today_bal", TITLE);
  });
  if (opening === undefined || deposits === undefined || withdrawals === undefined) return undefined;
  return Math.abs(opening + deposits - withdrawals - closing) <= ROUNDING;
}

/** A page of several may begin or end in the middle of a day. */
function isPage(document: unknown): boolean {
  const meta = isObject(document) && isObject(document["meta"]) ? document["meta"] : {};
  return typeof meta["total-pages"] === "number" && meta["total-pages"] > 1;
}

/**
 * The Treasury's closing balance at the Federal Reserve, day by day in $ millions, from the Daily Treasury Statement's table I. Deposits, withdrawals and opening
 * balances are not kept. Published on the next business day at 16:00.
 * Source: U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data.
 */
export const operatingCashBalance: Feed = {
  id: "fiscaldata.operating-cash-balance",
  title: TITLE,
  looksLike: '{"data":[{"record_date":…,"account_type":…,"close_today_bal":…',
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 1_000);
    return /^\s*\{\s*"data"\s*:\s*\[/.test(head) && head.includes('"account_type"') && head.includes('"open_today_bal"');
  },
  parse: ({ bytes }) => {
    const document = readJson(bytes);
    const byDay = new Map<IsoDate, JsonObject[]>();
    for (const row of listIn(document, "data", TITLE)) {
      textIn(row, "account_type", TITLE);
      for (const member of ["open_today_bal", "close_today_bal"])
        if (row[member] === undefined)
          throw new RefusedFile(`expected ${member} in every row of ${TITLE}, and there is none; fetch it again, or update the service if it was renamed`);
      const date = dayIn(row, "record_date", TITLE);
      byDay.set(date, [...(byDay.get(date) ?? []), row]);
    }
    const days = [...byDay.keys()].sort();
    const page = isPage(document);
    const sums: boolean[] = [];
    const records = days.flatMap((date): RecordRow[] => {
      const closing = closingOf(byDay.get(date) ?? [], date);
      if (closing === undefined) {
        if (page && (date === days[0] || date === days[days.length - 1])) return [];
        throw new RefusedFile(
          `no row of ${date} is a closing balance (${CLOSING.map(([account]) => `"${account}"`).join(", ")}); fetch all accounts of the day, or update the service if the statement has changed`,
        );
      }
      const sum = addsUp(byDay.get(date) ?? [], closing);
      if (sum !== undefined) sums.push(sum);
      const body: CashBalance = { closing_musd: closing };
      return [{ dataset: "cash_balance", entity: "TGA", date, key: "", known: date, body, source: "fiscaldata" }];
    });
    // One day may be odd by itself; most of them are so where columns have been swapped.
    if (sums.filter((fits) => !fits).length > sums.length / 2)
      throw new RefusedFile(
        "expected opening balances, deposits and withdrawals to come to the closing balances, and they do not: the columns have slipped; fetch it again",
      );
    if (records.length === 0) throw new RefusedFile("there is no closing balance in the document: nothing was published for the days asked for");
    return { title: TITLE, rows: [], records };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "16:15" },
    // A year has some 2,000 rows, which is one page.
    requests: (asking): FetchRequest[] =>
      spansOf(asking, FIRST_DAY).map(({ part, from, to }) => ({
        part,
        url: `${API}?filter=record_date:gte:${from},record_date:lte:${to}&sort=record_date&page[size]=10000`,
        headers: { Accept: "application/json" },
      })),
  },
};
