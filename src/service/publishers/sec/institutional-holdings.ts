import { shown } from "../../../contract/arguments";
import type { Cover, Holding, HoldingsReport, ReportHead, HoldingLine } from "../../records/holdings";
import type { Document, Feed, Parsed } from "../publisher";
import { headOf } from "../reading/read-json";
import { decodedText, refuseFile } from "../reading/text";
import { addsTo, isAmendmentType, leftOutLine, readLine, readValues } from "./holding-line";
import { tickerOf } from "./issuer-ticker";
import { isSubmission, readSubmissionText } from "./submission-text";
import { elementsIn, readXmlDocument, textAt, type XmlElement } from "../reading/xml";

const TITLE = "an institution's report of holdings (13F)";

const textsOf = (row: XmlElement) => ({
  cusip: textAt(row, "cusip") ?? "",
  issuer: textAt(row, "nameOfIssuer") ?? "",
  title: textAt(row, "titleOfClass") ?? "",
  value: textAt(row, "value") ?? "",
  shares: textAt(row, "shrsOrPrnAmt", "sshPrnamt") ?? "",
  type: textAt(row, "shrsOrPrnAmt", "sshPrnamtType") ?? "",
  putCall: textAt(row, "putCall") ?? "",
});

function coverOf(text: string): Cover {
  const stated = (name: string): number | undefined => {
    const digits = new RegExp(`<(?:\\w+:)?${name}>\\s*(\\d+)`).exec(text)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  return { lines: stated("tableEntryTotal"), total: stated("tableValueTotal") };
}

function reportOf(head: ReportHead, lines: readonly HoldingLine[], cover: Cover): HoldingsReport {
  const sum = lines.reduce((all, l) => all + l.raw, 0);
  const shares = lines.flatMap((line) => (line.isShares ? [{ ...line, ticker: tickerOf(line) ?? null }] : []));
  const { unit, doubt } = readValues({
    ...{ filed: head.filed, cover, lines: lines.length, total: sum },
    shares: shares.map(({ cusip, raw, shares: held, ticker }) => ({ cusip, raw, shares: held, isCovered: ticker !== null })),
  });
  const factor = unit === "thousands" ? 1000 : 1;
  // A security may have several lines, one for each manager who decides on it.
  const securities = new Map<string, Holding>();
  for (const { cusip, ticker, raw, shares: held } of shares) {
    const before = securities.get(cusip) ?? { cusip, ticker, shares: 0, raw_value: 0, value: 0 };
    const raw_value = before.raw_value + raw;
    securities.set(cusip, { ...before, shares: before.shares + held, raw_value, value: raw_value * factor });
  }
  return { ...head, unit, total: sum * factor, ...(doubt === undefined ? {} : { doubt }), holdings: [...securities.values()] };
}

function parse({ bytes }: Document): Partial<Parsed> {
  const text = decodedText(bytes);
  if (!isSubmission(text))
    refuseFile("this part of a 13F report lacks the holder, the quarter and the filing day; import the complete submission text file (.txt)");
  const submission = readSubmissionText(text);
  if (!submission.form.startsWith("13F-HR"))
    refuseFile(`expected a report of holdings (13F-HR), got the form ${shown(submission.form)}, which has no holdings; leave it out`);
  const table = submission.documents.find((d) => d.type === "INFORMATION TABLE");
  if (!table) refuseFile("the filing has no information table: it is a notice, or a report from before 2013 in plain text; leave it out");
  if (submission.period === undefined) refuseFile("the filing's header has no period of report; download the complete submission text file again");
  const root = readXmlDocument(table.text);
  if (root.name !== "informationTable") refuseFile(`expected an informationTable in ${TITLE}, got ${shown(root.name)}; fetch it again`);
  const cover = submission.documents.find((d) => d.type.startsWith("13F-HR"))?.text ?? "";
  const amendment = /<(?:\w+:)?amendmentType>\s*([^<]*?)\s*</.exec(cover)?.[1] ?? "";
  if (submission.form.endsWith("/A") && !isAmendmentType(amendment))
    refuseFile(
      `expected RESTATEMENT or NEW HOLDINGS as the amendment's type on the cover page, got ${shown(amendment)}; download the complete submission text file again, or leave it out`,
    );
  const { accession, form, filed, filer, period } = submission;
  const head: ReportHead = { accession, form, cik: filer.cik, filer: filer.name, period, filed, adds: addsTo(amendment) };
  const read = elementsIn(root, "infoTable").map((row) => readLine(textsOf(row), accession));
  const unread = read.flatMap((one, i) => (one.why === undefined ? [] : [leftOutLine(head, one, one.why, i + 1)]));
  const [first] = read;
  if (first?.why !== undefined && unread.length === read.length) refuseFile(`${first.why} in every line of ${TITLE}; download it again`);
  const lines = read.map(({ line }) => line);
  return { records: unread, reports: [reportOf(head, lines, coverOf(cover))] };
}

/**
 * Form 13F: shares that one institution held at a quarter's end, values in dollars after a check of the table's unit. Known from the filing day, at most 45
 * days later. A holding has a ticker if the issuer's name is that of a covered symbol, otherwise only its CUSIP.
 * Source: the complete submission text at www.sec.gov/Archives/edgar/data.
 */
export const institutionalHoldings: Feed = {
  id: "sec.institutional-holdings",
  title: TITLE,
  looksLike: "<SEC-DOCUMENT>… CONFORMED SUBMISSION TYPE: 13F-HR",
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 20_000);
    return isSubmission(head)
      ? /^CONFORMED SUBMISSION TYPE:\s*13F-/m.test(head)
      : /^\s*(<\?xml[^>]*>\s*)?<(\w+:)?(informationTable|edgarSubmission[^>]*thirteenffiler)/.test(head);
  },
  parse,
};
