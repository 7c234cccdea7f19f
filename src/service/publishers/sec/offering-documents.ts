import { addDays, type IsoDate } from "../../../contract/dates";
import { OFFERING_FORMS, type ReportedOffering } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import type { RecordRow } from "../../records/record";
import type { Document, Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { decodedText, refuseFile } from "../reading/text";
import { contactMissing } from "./contact";
import { distinct, filingRequest, filingsOf } from "./filing-order";
import { datedOn, filedOn, readCover, runningText } from "./prospectus-text";
import { isSubmission, readSubmissionText, type SubmissionText } from "./submission-text";

const TITLE = "an offering's registration statement or prospectus (S-1, F-1, 424B4)";
/** Maximum length of a prospectus cover, in characters of its text. */
const COVER = 12_000;
/** Bytes fetched of a filing. Registration statements have tens of megabytes with exhibits; the cover comes first. */
export const FIRST_BYTES = 512 * 1024;
/** How many years of a requested company's offerings are fetched. */
const YEARS = 2;
/** How many days of the daily lists of all companies' filings are read. */
const DAYS = 10;
/** Maximum number of listed filings to fetch in a run. */
const MAX_LISTED = 60;

/** Compared as whole forms, not by prefix. */
export const WHOLE_FORMS: ReadonlySet<string> = new Set(OFFERING_FORMS);

/** The cover's text. Enough of the file is read to skip the HTML before it. */
const coverOf = (bytes: Uint8Array): string => runningText(headOf(bytes, 120_000)).slice(0, COVER);

function formOf(cover: string): string | undefined {
  const rule = /Filed pursuant to Rule 424\(b\)\(([14])\)/i.exec(cover)?.[1];
  if (rule !== undefined) return rule === "1" ? "424B1" : "424B4";
  const form = /FORM ([SF]-1)\b/i.exec(cover)?.[1]?.toUpperCase();
  return form && /(Pre-Effective )?Amendment No\. ?\d+/i.test(cover) ? `${form}/A` : form;
}

function recordOf(text: string, published: IsoDate | undefined, submission: SubmissionText | undefined): RecordRow {
  const cover = runningText(text).slice(0, COVER);
  if (/EX-FILING FEES|Calculation of Filing Fee Tables?/i.test(cover.slice(0, 3000)))
    refuseFile("this is a filing's fee exhibit, which does not state the size of the offering; import the prospectus");
  const named = submission?.form ?? formOf(cover);
  const form =
    OFFERING_FORMS.find((one) => one === named) ??
    refuseFile(`expected a form S-1, F-1, one of their amendments, 424B1 or 424B4, got ${named ?? "another document"}; leave it out`);
  const stated = readCover(cover);
  const filed = submission?.filed ?? published ?? filedOn(cover) ?? null;
  // The prospectus's own date is not its filing day.
  const date = filed ?? datedOn(cover) ?? refuseFile("the cover has no date; import the complete submission text file (.txt), which has the filing day");
  const company = submission?.filer.name ?? stated.company;
  if (company === undefined) refuseFile("the company's name was not found on the cover; import the complete submission text file (.txt)");
  const group = stated.registration ?? submission?.fileNumber ?? null;
  const { price, priceLow, priceHigh, shares, exchange, symbol } = stated;
  const priced = form.startsWith("424B");
  const found = [priced ? price : (priceLow ?? priceHigh), shares, exchange, symbol, group].filter((x) => x !== undefined && x !== null).length;
  const body: ReportedOffering = {
    ticker: symbol ?? null,
    company,
    form,
    filed,
    // Before the prospectus a stated price is only an assumption.
    price: priced ? (price ?? null) : null,
    priceLow: priceLow ?? null,
    priceHigh: priceHigh ?? null,
    shares: shares ?? null,
    exchange: exchange ?? null,
    parseConfidence: Number((found / 5).toFixed(2)),
    accession: submission?.accession ?? null,
    groupKey: group,
  };
  const entity = symbol === undefined ? `group:${group ?? company}` : symbolOf(symbol);
  return { dataset: "offering", entity, date, key: `${form} ${submission?.accession ?? ""}`.trim(), known: date, body, source: "sec" };
}

/** Reads the cover of a filing of which only the start was fetched. */
function recordOfBeginning(bytes: Uint8Array): RecordRow {
  // The last character may be truncated.
  const submission = readSubmissionText(new TextDecoder().decode(bytes), { beginning: true });
  const [main] = submission.documents;
  if (main?.type !== submission.form) refuseFile(`the filing does not begin with a document of type ${submission.form}; import it by hand`);
  if (runningText(main.text).length < COVER) refuseFile(`the cover is not within the first ${FIRST_BYTES / 1024} KiB of the filing; import it by hand`);
  return recordOf(main.text, undefined, submission);
}

function recordIn({ bytes, published }: Document): RecordRow {
  if (bytes.length === FIRST_BYTES && isSubmission(headOf(bytes, 20_000))) return recordOfBeginning(bytes);
  const text = decodedText(bytes);
  if (!isSubmission(text)) return recordOf(text, published, undefined);
  const submission = readSubmissionText(text);
  const main = submission.documents.find((d) => d.type === submission.form);
  return main ? recordOf(main.text, published, submission) : refuseFile(`the filing has no document of type ${submission.form}; download it again`);
}

/**
 * Offerings: a registration statement's price range, or a prospectus's price, with shares, exchange and symbol as on the cover, in US dollars. Unstated figures
 * are absent, never zero, and a range never becomes a price. Source: the document or the complete submission text at www.sec.gov/Archives/edgar/data.
 */
export const offeringDocuments: Feed = {
  id: "sec.offering-documents",
  title: TITLE,
  looksLike: "Filed pursuant to Rule 424(b)(4)… or FORM S-1 or F-1",
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 20_000);
    if (isSubmission(head)) return /^CONFORMED SUBMISSION TYPE:\s*(S-1|F-1|424B)/m.test(head);
    if (/^\s*[{[]/.test(head)) return false;
    const cover = coverOf(bytes);
    return formOf(cover) !== undefined || /EX-FILING FEES|Calculation of Filing Fee Table/i.test(cover.slice(0, 3000));
  },
  parse: (document) => ({ records: [recordIn(document)] }),
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "23:30" },
    listedBy: ["sec.daily-index", "sec.submissions"],
    missing: contactMissing,
    requests: (context) => {
      const since = addDays(context.today, -DAYS);
      const listed = distinct(context.filings?.() ?? []).filter((f) => WHOLE_FORMS.has(f.form) && f.filed >= since && !context.isDone?.(f.accession));
      const wanted = distinct([...filingsOf(context, WHOLE_FORMS, YEARS), ...listed.slice(0, MAX_LISTED)]);
      return wanted.map((filing) => ({ ...filingRequest(filing), firstBytes: FIRST_BYTES }));
    },
  },
};
