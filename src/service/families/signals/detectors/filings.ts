import type { IsoDate } from "../../../../contract/dates";
import type { SignalType } from "../../../../contract/listed/signals";
import type { StoredRecord } from "../../../records/record";
import type { FiledReport, ReportedOffering } from "../../../records/filings";
import { usdInWords } from "../../insider/usd-in-words";
import type { SignalRow } from "../rows";
import { signalOf } from "../strength";

type Filing = StoredRecord<FiledReport>;

/** A kind of filing. A filing has no amount, so `times` (the multiple of the threshold) is fixed for each kind: higher for stronger evidence. */
interface Kind {
  readonly type: SignalType;
  readonly title?: string;
  readonly direction: SignalRow["direction"];
  readonly times: number;
  readonly says: string;
  /** Compared in full: a prefix would match other forms, and an amendment is not the event. */
  readonly forms: readonly string[];
  /** The item of the 8-K, if it is one. */
  readonly item?: string;
}

export const FILING_KINDS: readonly Kind[] = [
  // The company itself states that its figures cannot be relied on.
  { type: "restatement", direction: "bear", times: 6, says: "8-K item 4.02: earlier statements can no longer be relied on", forms: ["8-K"], item: "4.02" },
  { type: "auditor_change", direction: "bear", times: 2, says: "8-K item 4.01: the auditor changes", forms: ["8-K"], item: "4.01" },
  { type: "late_filing", direction: "bear", times: 3, says: "the annual report is late", forms: ["NT 10-K", "NT 20-F"] },
  { type: "late_filing", direction: "bear", times: 2, says: "the quarterly report is late", forms: ["NT 10-Q"] },
  // Large companies keep one open all the time.
  { type: "shelf_registration", direction: "bear", times: 0.8, says: "securities are registered for later sale", forms: ["S-3", "S-3ASR", "F-3", "F-3ASR"] },
  {
    type: "activist_13d",
    title: "Activist stake (Schedule 13D)",
    direction: "bull",
    times: 3,
    says: "more than five percent held with a view to influence",
    forms: ["SC 13D", "SCHEDULE 13D"],
  },
  // Index funds file most of them.
  {
    type: "passive_13g",
    title: "Passive stake (Schedule 13G)",
    direction: "neutral",
    times: 0.7,
    says: "more than five percent held without a view to influence",
    forms: ["SC 13G", "SCHEDULE 13G"],
  },
];

const isOfKind = (filing: FiledReport, { forms, item }: Kind): boolean =>
  forms.includes(filing.form) && (item === undefined || filing.items?.includes(item) === true);

/** True if the filer submitted the 13D or 13G itself. Then it is about another company whose shares the filer holds. */
const byFilerItself = ({ body }: Filing, cik: string): boolean => /13[DG]$/.test(body.form) && Number(body.accession.slice(0, 10)) === Number(cik);

/** Signals from the filings of one kind about the company `cik`, dated by the day of filing. */
export const filingSignals = (kind: Kind, cik: string, filings: readonly Filing[]): SignalRow[] =>
  filings
    .filter((f) => isOfKind(f.body, kind) && !byFilerItself(f, cik))
    .map((f) => signalOf(kind.type, f.known, kind.direction, kind.times, `${f.body.form} filed ${f.known}: ${kind.says} (SEC, ${f.body.accession})`));

/** Sales of shares by a listed company: a priced 424B4 of a company that filed periodic reports or was traded before. */
export const secondaryOfferings = (listedSince: IsoDate | undefined, offerings: readonly StoredRecord<ReportedOffering>[]): SignalRow[] =>
  offerings.flatMap(({ known, body }) => {
    if (!body.form.startsWith("424B") || body.price === null || listedSince === undefined || listedSince >= known) return [];
    const size = body.shares === null ? "" : `, ${usdInWords(body.price * body.shares)} together`;
    return [signalOf("secondary_offering", known, "bear", 2, `${body.form} filed ${known}: shares offered at ${body.price} USD${size} (SEC)`)];
  });
