import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { cikText } from "../../records/statement";
import { RefusedFile } from "../reading/refused-file";

/** One filing as EDGAR's single text: its header and its documents. */
export interface Submission {
  readonly accession: string;
  readonly form: string;
  readonly filed: IsoDate;
  readonly period: IsoDate | undefined;
  readonly filer: { readonly cik: string; readonly name: string };
  readonly fileNumber: string | undefined;
  readonly documents: readonly { readonly type: string; readonly text: string }[];
}

const dayOf = (digits: string | undefined): IsoDate | undefined => {
  const day = (digits ?? "").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return isIsoDate(day) ? day : undefined;
};

export const isSubmission = (head: string): boolean => /^\s*(?:-----BEGIN PRIVACY[\s\S]{0,3000}?)?<SEC-(?:DOCUMENT|HEADER)>/.test(head);

/**
 * Parses a submission. With `beginning` the text may be truncated, and so may its last document.
 *
 * @throws RefusedFile if the header lacks what identifies the filing, or the text is truncated.
 */
export function readSubmission(text: string, { beginning = false } = {}): Submission {
  const header = (name: string): string | undefined => new RegExp(`^\\s*${name}:\\s*(.+?)\\s*$`, "m").exec(text)?.[1];
  const required = (name: string): string => {
    const value = header(name);
    if (value === undefined) throw new RefusedFile(`the filing's header has no ${name}; download the complete submission text file again`);
    return value;
  };
  if (!beginning && !/<\/SEC-DOCUMENT>\s*(-----END PRIVACY-ENHANCED MESSAGE-----\s*)?$/.test(text))
    throw new RefusedFile("the filing is cut off before its end; download it again");
  const filed = dayOf(required("FILED AS OF DATE"));
  if (filed === undefined) throw new RefusedFile("the filing's FILED AS OF DATE is not a date; download it again");
  const documents = beginning
    ? /<DOCUMENT>\s*<TYPE>([^\n<]+)[\s\S]*?<TEXT>([\s\S]*?)(?:<\/TEXT>|$)/g
    : /<DOCUMENT>\s*<TYPE>([^\n<]+)[\s\S]*?<TEXT>([\s\S]*?)<\/TEXT>/g;
  return {
    accession: required("ACCESSION NUMBER"),
    form: required("CONFORMED SUBMISSION TYPE"),
    filed,
    period: dayOf(header("CONFORMED PERIOD OF REPORT")),
    filer: { cik: cikText(required("CENTRAL INDEX KEY")), name: required("COMPANY CONFORMED NAME") },
    fileNumber: header("SEC FILE NUMBER"),
    documents: [...text.matchAll(documents)].map(([, type = "", body = ""]) => ({
      type: type.trim(),
      text: body.replace(/^\s*<XML>\s*|\s*<\/XML>\s*$/g, ""),
    })),
  };
}
