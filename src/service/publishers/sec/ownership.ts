import { createHash } from "node:crypto";
import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/own";
import { cikText, symbolOf } from "../../records/statement";
import { chiefsIn } from "../../records/chiefs";
import type { InsiderReport, OtherLine, ReportedTrade, ReportOwner } from "../../records/insider-report";
import type { RecordRow } from "../../records/record";
import type { Document, Feed, FetchRequest, Parsed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { textOf } from "../reading/text-of";
import { companiesMissing } from "./contact";
import { filingRequest, filingsOf } from "./listed-filings";
import { isSubmission, readSubmission } from "./submission-text";
import { elementAt, elementsIn, readXml, textAt, type Element } from "../reading/xml";

const TITLE = "an insider's report (Form 3, 4 or 5)";
const FORMS: ReadonlySet<string> = new Set(["3", "3/A", "4", "4/A", "5", "5/A"]);
/** Years of reports to fetch for a requested company. */
const YEARS = 2;
/** Compared as a whole: as a prefix, 4 would match 424B4. */
const FETCHED: ReadonlySet<string> = new Set(["4", "4/A", "5", "5/A"]);
/** Codes of open-market purchases and sales. Others are grants, exercises, gifts, taxes paid in shares, conversions. */
const SIDES: Readonly<Record<string, "buy" | "sell">> = { P: "buy", S: "sell" };

/** The form's other codes. */
const OTHER_CODES: ReadonlySet<string> = new Set([..."VADFIMCEHOXGLWZJKU"]);

function required(of: Element, ...path: readonly string[]): string {
  const text = textAt(of, ...path);
  if (text === undefined) throw new RefusedFile(`expected ${path.join(" / ")} in ${TITLE}, got none; fetch it again`);
  return text;
}

function day(text: string): IsoDate {
  // A date may have a time zone: 2022-12-13-05:00.
  const found = text.slice(0, 10);
  if (!isIsoDate(found)) throw new RefusedFile(`expected a day in ${TITLE}, got ${shown(text)}; fetch it again`);
  return found;
}

const PLAIN_NUMBER = /^\d*\.?\d+$|^\d+\.$/;
function amount(text: string): number {
  if (!PLAIN_NUMBER.test(text)) throw new RefusedFile(`expected a plain number in ${TITLE}, got ${shown(text)}; fetch it again`);
  return Number(text);
}

/** Parses `1`, `true`, `0`, `false`. Undefined if absent. */
const flag = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : /^(1|true)$/i.test(text));

const WAY = ["transactionAmounts", "transactionAcquiredDisposedCode", "value"] as const;

/** The line's security, and the holding before and after it if both are stated as plain numbers. */
function heldOf(transaction: Element, shares: number): Pick<ReportedTrade, "security" | "held"> {
  const security = textAt(transaction, "securityTitle", "value");
  const after = textAt(transaction, "postTransactionAmounts", "sharesOwnedFollowingTransaction", "value");
  const way = textAt(transaction, ...WAY);
  const ownership = textAt(transaction, "ownershipNature", "directOrIndirectOwnership", "value");
  const isStated = after !== undefined && PLAIN_NUMBER.test(after) && (way === "A" || way === "D") && (ownership === "D" || ownership === "I");
  return {
    ...(security === undefined ? {} : { security }),
    ...(isStated ? { held: { before: Number(after) + (way === "A" ? -shares : shares), after: Number(after), direct: ownership === "D" } } : {}),
  };
}

/** A line of another code. Undefined if it states no plain number of shares. */
function otherLineOf(transaction: Element): OtherLine | undefined {
  const code = required(transaction, "transactionCoding", "transactionCode");
  const [shares, price] = ["transactionShares", "transactionPricePerShare"].map((name) => textAt(transaction, "transactionAmounts", name, "value"));
  if (own(SIDES, code) !== undefined || shares === undefined || !PLAIN_NUMBER.test(shares)) return undefined;
  return {
    code,
    traded: day(required(transaction, "transactionDate", "value")),
    shares: Number(shares),
    price: price !== undefined && PLAIN_NUMBER.test(price) ? Number(price) : null,
    ...heldOf(transaction, Number(shares)),
  };
}

function tradeOf(transaction: Element): ReportedTrade | undefined {
  const code = required(transaction, "transactionCoding", "transactionCode");
  const side = own(SIDES, code);
  if (side === undefined && !OTHER_CODES.has(code))
    throw new RefusedFile(`${shown(code)} is not a transaction code of ${TITLE} that this service knows; update the service if the SEC has added one`);
  if (side === undefined) return undefined;
  const way = textAt(transaction, ...WAY);
  if (way !== undefined && way !== (side === "buy" ? "A" : "D"))
    throw new RefusedFile(
      `expected ${side === "buy" ? "A (acquired)" : "D (disposed of)"} for a transaction with the code ${code}, got ${shown(way)}; fetch the report again`,
    );
  const shares = amount(required(transaction, "transactionAmounts", "transactionShares", "value"));
  const stated = textAt(transaction, "transactionAmounts", "transactionPricePerShare", "value");
  // If the price is only in a footnote, the value is unknown.
  const price = stated === undefined ? null : amount(stated);
  return {
    traded: day(required(transaction, "transactionDate", "value")),
    side,
    shares,
    price,
    value: price === null ? null : Number((shares * price).toFixed(4)),
    ...heldOf(transaction, shares),
  };
}

function placeOf(owner: Element): NonNullable<ReportOwner["place"]> {
  const is = (name: string): boolean => flag(textAt(owner, "reportingOwnerRelationship", name)) === true;
  const officer = is("isOfficer");
  // The form may have a leftover title of a person who is not an officer.
  const title = (officer ? textAt(owner, "reportingOwnerRelationship", "officerTitle") : undefined) ?? null;
  return { director: is("isDirector"), officer, ten_percent: is("isTenPercentOwner"), title };
}

function roleOf(owner: Element): { readonly role: string; readonly isChief: boolean } {
  const { director, officer, ten_percent, title } = placeOf(owner);
  const role = officer ? (title ?? "officer") : director ? "director" : ten_percent ? "ten percent owner" : "other";
  return { role, isChief: chiefsIn(title).length > 0 };
}

function issuerOf(root: Element): string {
  const symbol = symbolOf((textAt(root, "issuer", "issuerTradingSymbol") ?? "").split(/[,;]/)[0] ?? "");
  return /^[A-Z]{1,6}(\.[A-Z]{1,2})?$/.test(symbol) && symbol !== "NONE" ? symbol : `cik:${cikText(required(root, "issuer", "issuerCik"))}`;
}

interface Filed {
  readonly accession?: string;
  readonly day: IsoDate | undefined;
}

function read(root: Element, filed: Filed, text: string): RecordRow[] {
  const form = required(root, "documentType");
  if (!FORMS.has(form)) throw new RefusedFile(`${shown(form)} is not a form of ${TITLE} that this service knows`);
  // Form 3 states holdings, not trades.
  if (form.startsWith("3")) return [];
  const all = elementsIn(elementAt(root, "nonDerivativeTable"), "nonDerivativeTransaction");
  const days = all.map((t) => day(required(t, "transactionDate", "value")));
  const period = day(required(root, "periodOfReport"));
  const newest = days.reduce((a, b) => (b > a ? b : a), period);
  const owners = elementsIn(root, "reportingOwner").map((o) => ({
    cik: cikText(required(o, "reportingOwnerId", "rptOwnerCik")),
    name: textAt(o, "reportingOwnerId", "rptOwnerName") ?? "",
    place: placeOf(o),
  }));
  const [first] = elementsIn(root, "reportingOwner");
  if (!first) throw new RefusedFile(`expected a reporting owner in ${TITLE}, got none; fetch it again`);
  const signatures = elementsIn(root, "ownerSignature")
    .flatMap((s) => textAt(s, "signatureDate") ?? [])
    .map(day);
  const isAmendment = form.endsWith("/A");
  const original = isAmendment ? textAt(root, "dateOfOriginalSubmission") : undefined;
  const body: InsiderReport = {
    form,
    period,
    ...(original === undefined ? {} : { original: day(original) }),
    filed: filed.day ?? null,
    signed: signatures.reduce<IsoDate | null>((a, b) => (a === null || b > a ? b : a), null),
    owners,
    ...roleOf(first),
    plan10b5_1: flag(textAt(root, "aff10b5One")) ?? null,
    trades: all.map(tradeOf).filter((t) => t !== undefined),
    otherLines: all.map(otherLineOf).filter((l) => l !== undefined),
  };
  const id = filed.accession ?? createHash("sha256").update(text).digest("hex").slice(0, 20);
  // The form does not state its filing day. Without it, the newest transaction counts.
  return [
    {
      dataset: "insider_trade",
      entity: issuerOf(root),
      date: newest,
      key: `${owners.map((o) => o.cik).join("+")} ${id}`,
      known: filed.day ?? newest,
      body,
      source: "sec",
    },
  ];
}

function parse({ bytes, published }: Document): Parsed {
  const text = textOf(bytes).replace(/^\uFEFF/, "");
  if (!isSubmission(text)) return { title: TITLE, rows: [], records: read(readXml(text.trim()), { day: published }, text) };
  const submission = readSubmission(text);
  const documents = submission.documents.filter((d) => /<ownershipDocument>/.test(d.text));
  const filed: Filed = { accession: submission.accession, day: submission.filed };
  return { title: TITLE, rows: [], records: documents.flatMap((d) => read(readXml(d.text.trim()), filed, d.text)) };
}

/**
 * Form 4 and Form 5: an insider's purchases and sales in the open market (codes P and S), in US dollars: shares times the stated price, which may be an average
 * of several sales. An amendment replaces the trades that it restates. Source: the form's XML at www.sec.gov/Archives, alone or within the complete submission.
 */
export const ownership: Feed = {
  id: "sec.ownership",
  title: TITLE,
  looksLike: "<ownershipDocument>…",
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 20_000);
    return /^\s*(<\?xml[^>]*>\s*)?<ownershipDocument/.test(head) || (isSubmission(head) && /^CONFORMED SUBMISSION TYPE:\s*[345](\/A)?\s*$/m.test(head));
  },
  parse,
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "22:45" },
    listedBy: ["sec.submissions"],
    missing: companiesMissing,
    requests: (context): FetchRequest[] => filingsOf(context, FETCHED, YEARS).map(filingRequest),
  },
};
