import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import type { Holding, HoldingsReport } from "../../records/holdings";
import type { Document, Feed, Parsed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { textOf } from "../reading/text-of";
import { addsTo, isAmendmentType } from "./amendment-type";
import { tickerOf } from "./issuer-ticker";
import { isSubmission, readSubmission, type Submission } from "./submission-text";
import { valueUnit } from "./value-unit";
import { elementsIn, readXml, textAt, type Element } from "../reading/xml";

const TITLE = "an institution's report of holdings (13F)";

interface Line {
  readonly cusip: string;
  readonly issuer: string;
  readonly title: string;
  readonly raw: number;
  readonly shares: number;
  readonly isShares: boolean;
}

function numberAt(of: Element, ...path: readonly string[]): number {
  const text = textAt(of, ...path) ?? "";
  if (!/^\d+(\.\d+)?$/.test(text)) throw new RefusedFile(`expected a number as ${path.join(" / ")} in ${TITLE}, got ${shown(text)}; fetch it again`);
  return Number(text);
}

function lineOf(row: Element): Line {
  const cusip = (textAt(row, "cusip") ?? "").toUpperCase();
  if (!/^[0-9A-Z*@#]{9}$/.test(cusip)) throw new RefusedFile(`expected a CUSIP of nine characters in ${TITLE}, got ${shown(cusip)}; fetch it again`);
  return {
    cusip,
    issuer: textAt(row, "nameOfIssuer") ?? "",
    title: textAt(row, "titleOfClass") ?? "",
    raw: numberAt(row, "value"),
    shares: numberAt(row, "shrsOrPrnAmt", "sshPrnamt"),
    isShares: textAt(row, "shrsOrPrnAmt", "sshPrnamtType")?.toUpperCase() === "SH" && textAt(row, "putCall") === undefined,
  };
}

function reportOf(submission: Submission, period: IsoDate, lines: readonly Line[], adds: boolean): HoldingsReport {
  const { accession, form, filed, filer } = submission;
  const shares = lines.filter((l) => l.isShares);
  const unit = valueUnit(shares, filed);
  const factor = unit === "thousands" ? 1000 : 1;
  // A security may have several lines, one for each manager who decides on it.
  const securities = new Map<string, Line>();
  for (const line of shares) {
    const before = securities.get(line.cusip);
    securities.set(line.cusip, before ? { ...before, raw: before.raw + line.raw, shares: before.shares + line.shares } : line);
  }
  const holdings = [...securities.values()].map(({ cusip, issuer, title, raw, shares: held }): Holding => ({
    cusip,
    ticker: tickerOf({ issuer, title }) ?? null,
    shares: held,
    raw_value: raw,
    value: raw * factor,
  }));
  const total = lines.reduce((sum, l) => sum + l.raw, 0) * factor;
  return { accession, form, cik: filer.cik, filer: filer.name, period, filed, adds, unit, total, holdings };
}

function parse({ bytes }: Document): Parsed {
  const text = textOf(bytes).replace(/^\uFEFF/, "");
  if (!isSubmission(text))
    throw new RefusedFile("this part of a 13F report lacks the holder, the quarter and the filing day; import the complete submission text file (.txt)");
  const submission = readSubmission(text);
  if (!submission.form.startsWith("13F-HR"))
    throw new RefusedFile(`expected a report of holdings (13F-HR), got the form ${shown(submission.form)}, which has no holdings; leave it out`);
  const table = submission.documents.find((d) => d.type === "INFORMATION TABLE");
  if (!table) throw new RefusedFile("the filing has no information table: it is a notice, or a report from before 2013 in plain text; leave it out");
  if (submission.period === undefined) throw new RefusedFile("the filing's header has no period of report; download the complete submission text file again");
  const root = readXml(table.text.trim());
  if (root.name !== "informationTable") throw new RefusedFile(`expected an informationTable in ${TITLE}, got ${shown(root.name)}; fetch it again`);
  const lines = elementsIn(root, "infoTable").map(lineOf);
  const cover = submission.documents.find((d) => d.type.startsWith("13F-HR"))?.text ?? "";
  const stated = /<(?:\w+:)?tableEntryTotal>\s*(\d+)/.exec(cover)?.[1];
  if (stated !== undefined && Number(stated) !== lines.length)
    throw new RefusedFile(`expected ${stated} lines, as on the cover page, got ${lines.length}; download it again`);
  const sum = lines.reduce((all, l) => all + l.raw, 0);
  const total = /<(?:\w+:)?tableValueTotal>\s*(\d+)/.exec(cover)?.[1];
  // Filers round lines and total separately. A larger difference means that the table does not belong to the cover.
  if (total !== undefined && Math.abs(Number(total) - sum) > Math.max(lines.length, sum / 100))
    throw new RefusedFile(`expected a total value of ${total}, as on the cover page, got ${sum}: values have shifted or lines are missing; download it again`);
  const amendment = /<(?:\w+:)?amendmentType>\s*([^<]*?)\s*</.exec(cover)?.[1] ?? "";
  if (submission.form.endsWith("/A") && !isAmendmentType(amendment))
    throw new RefusedFile(
      `expected RESTATEMENT or NEW HOLDINGS as the amendment's type on the cover page, got ${shown(amendment)}; download the complete submission text file again, or leave it out`,
    );
  return { title: TITLE, rows: [], records: [], reports: [reportOf(submission, submission.period, lines, addsTo(amendment))] };
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
