import type { IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import type { CashBalance } from "../../records/macro";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { dayIn, headOf, isObject, type JsonObject, listIn, numberIn, readJson, textIn } from "../reading/read-json";
import { spansOf } from "../reading/spans";
import { refuseFile, notEmpty } from "../reading/text";

const TITLE = "the operating cash balance of the Daily Treasury Statement";
const API = "https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance";
const FIRST_DAY: IsoDate = "2005-10-03";

/** Maximum in $ millions. Figures in dollars or thousands exceed it. */
const HIGHEST = 5_000_000;

/**
 * The row and the member with a day's closing balance. The statement was changed twice. Today the closing balance is in the column of the opening one, in a
 * separate row, and `close_today_bal` is the word "null".
 */
const CLOSING: readonly (readonly [account: string, member: "open_today_bal" | "close_today_bal"])[] = [
  ["Treasury General Account (TGA) Closing Balance", "open_today_bal"],
  ["Treasury General Account (TGA)", "close_today_bal"],
  ["Federal Reserve Account", "close_today_bal"],
];

/** The closing balance of one day in $M. Undefined if no row of the day has it. */
function closingOf(rows: readonly JsonObject[], date: IsoDate): number | undefined {
  for (const [account, member] of CLOSING) {
    const found = rows.filter((row) => row["account_type"] === account).flatMap((row) => numberIn(row, member, TITLE) ?? []);
    if (new Set(found).size > 1) refuseFile(`the closing balance of ${date} appears twice with different values (${found.join(", ")}); fetch it again`);
    const [closing] = found;
    if (closing === undefined) continue;
    if (closing < 0 || closing > HIGHEST || !Number.isInteger(closing))
      refuseFile(`expected the closing balance of ${date} in whole $ millions, from 0 to ${HIGHEST}, got ${closing}; check the unit of the document`);
    return closing;
  }
  return undefined;
}

const FLOWS = ["Treasury General Account (TGA) Opening Balance", "Total TGA Deposits (Table II)", "Total TGA Withdrawals (Table II) (-)"] as const;
/** Tolerance in $ millions: each figure is rounded separately. */
const ROUNDING = 5;

/** True if opening balance, deposits and withdrawals of a day add up to its closing balance. Undefined if the day does not state all of them. */
function addsUp(rows: readonly JsonObject[], closing: number): boolean | undefined {
  const [opening, deposits, withdrawals] = FLOWS.map((account) => {
    const row = rows.find((r) => r["account_type"] === account);
    return row && numberIn(row, "open_today_bal", TITLE);
  });
  if (opening === undefined || deposits === undefined || withdrawals === undefined) return undefined;
  return Math.abs(opening + deposits - withdrawals - closing) <= ROUNDING;
}

/** A page of several may begin or end within a day. */
function isPage(document: unknown): boolean {
  const meta = isObject(document) && isObject(document["meta"]) ? document["meta"] : {};
  return typeof meta["total-pages"] === "number" && meta["total-pages"] > 1;
}

/**
 * The Treasury's daily closing balance at the Federal Reserve in $ millions, from table I of the Daily Treasury Statement. Deposits, withdrawals and opening
 * balances are not stored. Published on the next business day at 16:00.
 * Source: U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data.
 */
const operatingCashBalance: Feed = {
  id: "fiscaldata.operating-cash-balance",
  title: TITLE,
  looksLike: '{"data":[{"record_date":…,"account_type":…,"close_today_bal":…',
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 1_000);
    return /^\s*\{\s*"data"\s*:\s*\[/.test(head) && head.includes('"account_type"') && head.includes('"open_today_bal"');
  },
  parse: ({ bytes }) => {
    const document = readJson(bytes);
    const rows = listIn(document, "data", TITLE);
    for (const row of rows) {
      textIn(row, "account_type", TITLE);
      for (const member of ["open_today_bal", "close_today_bal"])
        if (row[member] === undefined)
          refuseFile(`expected ${member} in every row of ${TITLE}, got none; fetch it again, or update the service if it was renamed`);
    }
    const byDay = groupedBy(rows, (row) => dayIn(row, "record_date", TITLE));
    const days = [...byDay.keys()].sort();
    const page = isPage(document);
    const sums: boolean[] = [];
    const records = days.flatMap((date): RecordRow[] => {
      const closing = closingOf(byDay.get(date) ?? [], date);
      if (closing === undefined) {
        if (page && (date === days[0] || date === days[days.length - 1])) return [];
        refuseFile(
          `no row of ${date} is a closing balance (${CLOSING.map(([account]) => `"${account}"`).join(", ")}); fetch all accounts of the day, or update the service if the statement has changed`,
        );
      }
      const sum = addsUp(byDay.get(date) ?? [], closing);
      if (sum !== undefined) sums.push(sum);
      const body: CashBalance = { closing_musd: closing };
      return [{ dataset: "cash_balance", entity: "TGA", date, key: "", known: date, body, source: "fiscaldata" }];
    });
    // A single day may be inconsistent. If most days are, columns have been swapped.
    if (sums.filter((fits) => !fits).length > sums.length / 2)
      refuseFile("opening balances, deposits and withdrawals do not add up to the closing balances: the columns have shifted; fetch it again");
    return { records: notEmpty(records, "there is no closing balance in the document: nothing was published for the requested days") };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "16:15" },
    // A year has about 2,000 rows: one page.
    requests: (context) =>
      spansOf(context, FIRST_DAY).map(({ part, from, to }) => ({
        part,
        url: `${API}?filter=record_date:gte:${from},record_date:lte:${to}&sort=record_date&page[size]=10000`,
        headers: { Accept: "application/json" },
      })),
  },
};

/** U.S. Department of the Treasury, Bureau of the Fiscal Service: the Daily Treasury Statement. */
export const fiscaldata = createPublisher({ id: "fiscaldata", name: "U.S. Treasury, Fiscal Data", feeds: [operatingCashBalance], msBetween: 1_000 });
