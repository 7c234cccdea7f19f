import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { cikText } from "../../records/filings";
import { refuseFile } from "../reading/text";

const dayOf = (digits: string | undefined): IsoDate | undefined => {
  const day = (digits ?? "").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return isIsoDate(day) ? day : undefined;
};

/** One document of the filing, from the text behind `<DOCUMENT>`. Without its end it counts only if the filing may be cut. */
function documentOf(part: string, beginning: boolean): { readonly type: string; readonly text: string }[] {
  const type = /^\s*<TYPE>([^\n<]+)/.exec(part)?.[1];
  const [start, end] = [part.indexOf("<TEXT>"), part.indexOf("</TEXT>")];
  if (type === undefined || start < 0 || (end < 0 && !beginning)) return [];
  const text = part.slice(start + "<TEXT>".length, end < 0 ? undefined : end).trim();
  return [{ type: type.trim(), text: text.replace(/^<XML>\s*/, "").replace(/<\/XML>$/, "") }];
}

export const isSubmission = (head: string): boolean => /^\s*(?:-----BEGIN PRIVACY[\s\S]{0,3000}?)?<SEC-(?:DOCUMENT|HEADER)>/.test(head);

/**
 * Parses a submission: one filing as EDGAR's single text, with a header and documents. With `beginning` the text may be truncated, and so may its last document.
 *
 * @throws RefusedFile if the header lacks what identifies the filing, or the text is truncated.
 */
export function readSubmissionText(text: string, { beginning = false } = {}) {
  // Blanks are matched within a line only: over all of a long filing they would take a time that grows with the square of their number.
  const [head = "", ...parts] = text.split("<DOCUMENT>");
  const header = (name: string): string | undefined => new RegExp(`^[^\\S\\n]*${name}:(.*)$`, "m").exec(head)?.[1]?.trim() || undefined;
  const required = (name: string): string => header(name) ?? refuseFile(`the filing's header has no ${name}; download the complete submission text file again`);
  if (!beginning && !/<\/SEC-DOCUMENT>\s*(-----END PRIVACY-ENHANCED MESSAGE-----\s*)?$/.test(text))
    refuseFile("the filing is cut off before its end; download it again");
  const filed = dayOf(required("FILED AS OF DATE")) ?? refuseFile("the filing's FILED AS OF DATE is not a date; download it again");
  return {
    accession: required("ACCESSION NUMBER"),
    form: required("CONFORMED SUBMISSION TYPE"),
    filed,
    period: dayOf(header("CONFORMED PERIOD OF REPORT")),
    filer: { cik: cikText(required("CENTRAL INDEX KEY")), name: required("COMPANY CONFORMED NAME") },
    fileNumber: header("SEC FILE NUMBER"),
    documents: parts.flatMap((part) => documentOf(part, beginning)),
  };
}

export type SubmissionText = ReturnType<typeof readSubmissionText>;
