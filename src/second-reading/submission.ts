import type { IsoDate } from "../contract/dates";
import { readElements, type FormElement } from "./xml";

/** A submission to the SEC as one text: the fields of its header, and its XML documents. */
export interface Submission {
  readonly accession: string | undefined;
  readonly form: string | undefined;
  readonly period: IsoDate | undefined;
  readonly filed: IsoDate | undefined;
  /** The first CIK of the header, without leading zeros. */
  readonly cik: string | undefined;
  readonly documents: readonly FormElement[];
}

/** A day as `20260514`, `05-14-2026`, `05/14/2026` or `2026-05-14`, the last one perhaps with a time zone. */
export function dayOf(text: string | undefined): IsoDate | undefined {
  const compact = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? "");
  if (compact) return `${compact[1]}-${compact[2]}-${compact[3]}`;
  const american = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})/.exec(text ?? "");
  return american ? `${american[3]}-${american[1]!.padStart(2, "0")}-${american[2]!.padStart(2, "0")}` : undefined;
}

export const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "");

/** Reads a full-text submission (its header is SGML, its documents stand between `<XML>` tags), or a bare XML document. */
export function readSubmission(text: string): Submission {
  const field = (name: string): string | undefined => new RegExp(`^\\s*${name}:[ \\t]*(\\S+)`, "m").exec(text)?.[1];
  const documents: FormElement[] = [];
  for (const found of text.matchAll(/<XML>([^]*?)<\/XML>/g)) documents.push(readElements(found[1] ?? "", text.slice(0, found.index).split("\n").length));
  const isBare = documents.length === 0;
  const cik = field("CENTRAL INDEX KEY");
  return {
    accession: field("ACCESSION NUMBER"),
    form: field("CONFORMED SUBMISSION TYPE"),
    period: dayOf(field("CONFORMED PERIOD OF REPORT")),
    filed: dayOf(field("FILED AS OF DATE")),
    cik: cik === undefined ? undefined : withoutZeros(cik),
    documents: isBare ? [readElements(text)] : documents,
  };
}
