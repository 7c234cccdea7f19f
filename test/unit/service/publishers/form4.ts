import { ownership } from "../../../../src/service/publishers/sec/ownership";
import type { RecordRow } from "../../../../src/service/records/record";

/** One line of the form's first table. Members that are undefined are not stated. */
export interface FormLine {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly day?: string | undefined;
  readonly shares?: string | number | undefined;
  /** Null is a price that only a footnote has. */
  readonly price?: string | number | null | undefined;
  readonly way?: string | undefined;
  /** Null is a holding that only a footnote has. */
  readonly after?: number | null | undefined;
  readonly nature?: "D" | "I" | undefined;
}

export interface FormOwner {
  readonly cik: string;
  readonly director?: boolean;
  readonly tenPercent?: boolean;
  /** That of an officer. */
  readonly title?: string;
}

/** A made-up Form 4. */
export interface Form4 {
  readonly accession?: string;
  readonly filed?: string;
  readonly form?: string;
  readonly period?: string;
  /** The day on which the original was filed. */
  readonly original?: string;
  readonly symbol?: string;
  readonly owners?: readonly FormOwner[];
  readonly lines?: readonly FormLine[];
  readonly footnote?: string;
  /** The value of the box for a plan under Rule 10b5-1. Without it the form has no such box. */
  readonly plan?: string;
  /** The days of the signatures. */
  readonly signed?: readonly string[];
}

const value = (name: string, text: string | number | null | undefined): string =>
  text === undefined ? "" : `<${name}>${text === null ? '<footnoteId id="F1"/>' : `<value>${text}</value>`}</${name}>`;

const lineOf = ({
  code = "P",
  title,
  day = "2025-06-10",
  shares = 100,
  price = 10,
  way = "SFGD".includes(code) ? "D" : "A",
  after,
  nature = "D",
}: FormLine): string =>
  `<nonDerivativeTransaction>${value("securityTitle", title)}${value("transactionDate", day)}<transactionCoding><transactionCode>${code}</transactionCode></transactionCoding>` +
  `<transactionAmounts>${value("transactionShares", shares)}${value("transactionPricePerShare", price)}${value("transactionAcquiredDisposedCode", way)}</transactionAmounts>` +
  `<postTransactionAmounts>${value("sharesOwnedFollowingTransaction", after)}</postTransactionAmounts><ownershipNature>${value("directOrIndirectOwnership", nature)}</ownershipNature></nonDerivativeTransaction>`;

const ownerOf = ({ cik, director = true, tenPercent = false, title = "" }: FormOwner): string =>
  `<reportingOwner><reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>Owner ${cik}</rptOwnerName></reportingOwnerId>` +
  `<reportingOwnerRelationship><isDirector>${Number(director)}</isDirector><isTenPercentOwner>${Number(tenPercent)}</isTenPercentOwner>` +
  `<isOfficer>${Number(title !== "")}</isOfficer><officerTitle>${title}</officerTitle></reportingOwnerRelationship></reportingOwner>`;

/** The form alone, which states no filing day. */
export function form4Xml({
  form = "4", period = "2025-06-10", original, symbol = "EXMP", owners = [{ cik: "5" }], lines = [{}], footnote, plan, signed = [],
}: Form4): string {
  return [
    `<?xml version="1.0"?><ownershipDocument><documentType>${form}</documentType><periodOfReport>${period}</periodOfReport>`,
    original === undefined ? "" : `<dateOfOriginalSubmission>${original}</dateOfOriginalSubmission>`,
    plan === undefined ? "" : `<aff10b5One>${plan}</aff10b5One>`,
    `<issuer><issuerCik>77</issuerCik><issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer>${owners.map(ownerOf).join("")}`,
    `<nonDerivativeTable>${lines.map(lineOf).join("")}</nonDerivativeTable>`,
    footnote === undefined ? "" : `<footnotes><footnote id="F1">${footnote}</footnote></footnotes>`,
    ...signed.map((day) => `<ownerSignature><signatureDate>${day}</signatureDate></ownerSignature>`),
    "</ownershipDocument>",
  ].join("\n");
} // prettier-ignore

/** The form as the SEC's complete submission text file. */
export function form4Text(of: Form4): string {
  const { accession = "0000000005-25-000001", filed = "2025-06-12", form = "4" } = of;
  const digits = filed.replaceAll("-", "");
  return [
    `<SEC-DOCUMENT>${accession}.txt : ${digits}`,
    `<SEC-HEADER>${accession}.hdr.sgml : ${digits}`,
    `ACCESSION NUMBER:\t\t${accession}`,
    `CONFORMED SUBMISSION TYPE:\t${form}`,
    `FILED AS OF DATE:\t\t${digits}`,
    "COMPANY CONFORMED NAME:\t\t\tOwner",
    "CENTRAL INDEX KEY:\t\t\t0000000005",
    "</SEC-HEADER>",
    `<DOCUMENT>\n<TYPE>${form}\n<TEXT>\n<XML>`,
    form4Xml(of),
    "</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>",
  ].join("\n");
}

/** What the service reads from the form. */
export const form4Rows = (of: Form4): readonly RecordRow[] => ownership.parse({ name: "form4.txt", bytes: new TextEncoder().encode(form4Text(of)) }).records!;
