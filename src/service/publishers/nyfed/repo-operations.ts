import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/json";
import { groupedBy } from "../../../contract/lists";
import type { Feed } from "../publisher";
import type { PublishedRow } from "../../records/record";
import { dayIn, headOf, isObject, listIn, numberIn, readJson, requiredNumber, textIn, type JsonObject } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";
import { spansOf } from "../reading/spans";

const TITLE = "the New York Fed's repo and reverse repo operations";
const API = "https://markets.newyorkfed.org/api/rp/results/search.json";

/** Overnight reverse repo operations run every business day since then. */
const FIRST_DAY: IsoDate = "2013-09-23";

const KINDS = {
  "Reverse Repo": { amount: "RRPONTSYD", award: "RRPONTSYAWARD" },
  Repo: { amount: "RPONTSYD", award: undefined },
} as const;
type Kind = keyof typeof KINDS;

const isTreasury = (detail: JsonObject): boolean => typeof detail["securityType"] === "string" && /^treasury\b/i.test(detail["securityType"].trim());

/**
 * Returns the dollars of Treasury collateral in one operation. A repo's total also counts agency and mortgage-backed paper. If the details name the collateral,
 * only the Treasury part belongs to the series.
 */
function acceptedOf(operation: JsonObject, details: readonly JsonObject[]): number {
  const typed = details.filter((d) => typeof d["securityType"] === "string");
  if (typed.length === 0 || typed.length < details.length || typed.every(isTreasury)) return requiredNumber(operation, "totalAmtAccepted", TITLE);
  return typed.filter(isTreasury).reduce((sum, d) => sum + (numberIn(d, "amtAccepted", TITLE) ?? 0), 0);
}

/** Reads one operation. Undefined for an exercise, one that is not overnight, and one without results. */
function operationOf(operation: JsonObject) {
  const date = dayIn(operation, "operationDate", TITLE);
  const kind = textIn(operation, "operationType", TITLE);
  if (own(KINDS, kind) === undefined)
    refuseFile(`${shown(kind)} is not an operation of ${TITLE} that this service knows; update the service if the New York Fed has added one`);
  const { note, term, auctionStatus, details } = operation;
  if (typeof note === "string" && /small[\s-]+value/i.test(note)) return undefined;
  if (typeof term === "string" && term.trim() !== "" && !/^overnight$/i.test(term.trim())) return undefined;
  if (typeof auctionStatus === "string" && auctionStatus !== "Results") return undefined;
  const parts = Array.isArray(details) ? details.filter(isObject) : [];
  const awards = parts.flatMap((d) => numberIn(d, "percentAwardRate", TITLE) ?? []);
  return { date, kind: kind as Kind, accepted: acceptedOf(operation, parts), awards };
}

/** The rows of one day and kind: the sum in $B, and the award rate if all operations of the day have the same. */
function rowsOf(operations: readonly NonNullable<ReturnType<typeof operationOf>>[]): PublishedRow[] {
  const [{ date, kind } = { date: "", kind: "Repo" as Kind }] = operations;
  const { amount, award } = KINDS[kind];
  const dollars = operations.reduce((sum, o) => sum + o.accepted, 0);
  const rates = new Set(operations.flatMap((o) => o.awards));
  const [rate] = rates;
  return [
    { series: amount, date, value: Number((dollars / 1e9).toPrecision(12)), source: "nyfed" },
    ...(award !== undefined && rate !== undefined && rates.size === 1 ? [{ series: award, date, value: rate, source: "nyfed" } as const] : []),
  ];
}

/**
 * Results of the overnight repo and reverse repo operations: accepted amounts per day in $B, and the award rate of the reverse repo in percent. Small value
 * exercises only test the systems and are not counted. A day with nothing else has no row; a day with operations and nothing accepted is zero.
 * Source: Federal Reserve Bank of New York, markets.newyorkfed.org/api/rp.
 */
export const repoOperations: Feed = {
  id: "nyfed.repo-operations",
  title: TITLE,
  looksLike: '{"repo":{"operations":[{"operationId":…',
  recognises: ({ bytes }) => /^\s*\{\s*"repo"\s*:/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const document = readJson(bytes);
    const all = listIn(isObject(document) ? document["repo"] : undefined, "operations", TITLE);
    const list = notEmpty(all, "the list of operations is empty: none was held on the requested days");
    const byDay = groupedBy(
      list.flatMap((operation) => operationOf(operation) ?? []),
      ({ date, kind }) => `${date} ${kind}`,
    );
    const rows = [...byDay.values()].flatMap(rowsOf).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    const none = "no operation of the requested days has a result: there are only exercises, or the results are not published yet";
    return { rows: notEmpty(rows, none) };
  },
  fetching: {
    // The repo's result is published at about 13:20, the reverse repo's at 13:15.
    schedule: { timeZone: "America/New_York", on: "business", at: "13:45" },
    requests: (context) =>
      spansOf(context, FIRST_DAY).map(({ part, from, to }) => ({
        part,
        url: `${API}?startDate=${from}&endDate=${to}`,
        headers: { Accept: "application/json" },
      })),
  },
};
