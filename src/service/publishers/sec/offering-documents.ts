import { addDays, type IsoDate } from "../../../contract/dates";
import type { OfferingForm, ReportedOffering } from "../../records/offering";
import { symbolOf } from "../../records/statement";
import type { RecordRow } from "../../records/record";
import type { Document, Feed, FetchRequest, Parsed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { textOf } from "../reading/text-of";
import { contactMissing } from "./contact";
import { distinct, filingRequest, filingsOf } from "./listed-filings";
import { datedOn, filedOn, readCover, runningText } from "./prospectus-text";
import { isSubmission, readSubmission, type Submission } from "./submission-text";

const TITLE = "an offering's registration statement or prospectus (S-1, F-1, 424B4)";
/** Covers end within this many characters of running text. */
const COVER = 12_000;
const FORMS: readonly OfferingForm[] = ["S-1", "S-1/A", "F-1", "F-1/A", "424B1", "424B4"];
/** Of a filing that is fetched so many bytes: registration statements run to tens of megabytes with their exhibits, and the cover comes first. */
export const BEGINNING = 512 * 1024;
/** Of companies that are asked for, the offerings of so many years; of all others those that the daily lists of so many days have, at most so many a run. */
const YEARS = 2;
const DAYS = 10;
const AT_MOST = 60;

/** Compared whole. */
export const OFFERING_FORMS: ReadonlySet<string> = new Set(FORMS);

const isForm = (form: string): form is OfferingForm => (FORMS as readonly string[]).includes(form);

/** A file's beginning: enough of it that the words of the cover are in it, whatever stands in the HTML before. */
const coverOf = (bytes: Uint8Array): string => runningText(headOf(bytes, 120_000)).slice(0, COVER);

function formOf(cover: string): OfferingForm | undefined {
  const rule = /Filed pursuant to Rule 424\(b\)\(([14])\)/i.exec(cover)?.[1];
  if (rule !== undefined) return rule === "1" ? "424B1" : "424B4";
  const form = /FORM ([SF])-1\b/i.exec(cover)?.[1]?.toUpperCase();
  if (form === undefined) return undefined;
  const amended = /(Pre-Effective )?Amendment No\. ?\d+/i.test(cover);
  return form === "F" ? (amended ? "F-1/A" : "F-1") : amended ? "S-1/A" : "S-1";
}

function recordOf(text: string, published: IsoDate | undefined, submission: Submission | undefined): RecordRow {
  const cover = runningText(text).slice(0, COVER);
  if (/EX-FILING FEES|Calculation of Filing Fee Tables?/i.test(cover.slice(0, 3000)))
    throw new RefusedFile("this is the fee exhibit of a filing: its maximum is what may be registered, not the size of a deal; import the prospectus itself");
  const form = submission?.form ?? formOf(cover);
  if (form === undefined || !isForm(form))
    throw new RefusedFile(`expected a form S-1, F-1, one of their amendments, 424B1 or 424B4, got ${form ?? "another document"}; leave it out`);
  const stated = readCover(cover);
  const filed = submission?.filed ?? published ?? filedOn(cover) ?? null;
  // A prospectus bears its own day, which is not that of its filing.
  const date = filed ?? datedOn(cover);
  if (date === undefined) throw new RefusedFile("the cover bears no day; import the complete submission text file (.txt), which has the day of filing");
  const company = submission?.filer.name ?? stated.company;
  if (company === undefined)
    throw new RefusedFile("the cover does not name the company in words that this service knows; import the complete submission text file (.txt)");
  const group = stated.registration ?? submission?.fileNumber ?? null;
  const { price, priceLow, priceHigh, shares, exchange, symbol } = stated;
  const priced = form.startsWith("424B");
  const found = [priced ? price : (priceLow ?? priceHigh), shares, exchange, symbol, group].filter((x) => x !== undefined && x !== null).length;
  const body: ReportedOffering = {
    ticker: symbol ?? null,
    company,
    form,
    filed,
    // Before the prospectus a price is none: what stands there is an assumption.
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

/** The cover of a filing of which only the beginning was taken. */
function parseBeginning(bytes: Uint8Array): Parsed {
  // The last character may be cut.
  const submission = readSubmission(new TextDecoder().decode(bytes), { beginning: true });
  const [main] = submission.documents;
  if (main?.type !== submission.form) throw new RefusedFile(`the filing does not begin with a document of type ${submission.form}; import it by hand`);
  if (runningText(main.text).length < COVER)
    throw new RefusedFile(`the cover is not within the first ${BEGINNING / 1024} KiB of the filing; import it by hand`);
  return { title: TITLE, rows: [], records: [recordOf(main.text, undefined, submission)] };
}

function parse({ bytes, published }: Document): Parsed {
  if (bytes.length === BEGINNING && isSubmission(headOf(bytes, 20_000))) return parseBeginning(bytes);
  const text = textOf(bytes);
  if (!isSubmission(text)) return { title: TITLE, rows: [], records: [recordOf(text, published, undefined)] };
  const submission = readSubmission(text);
  const main = submission.documents.find((d) => d.type === submission.form);
  if (!main) throw new RefusedFile(`the filing holds no document of type ${submission.form}; download it again`);
  return { title: TITLE, rows: [], records: [recordOf(main.text, published, submission)] };
}

/**
 * Offerings: a registration statement's price range, or a prospectus's price, with shares, exchange and symbol as the cover states them, in US dollars. What it
 * does not state is absent, never zero, and a range never becomes a price. Source: the document or the complete submission text at www.sec.gov/Archives/edgar/data.
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
  parse,
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "23:30" },
    listedBy: ["sec.daily-index", "sec.submissions"],
    missing: contactMissing,
    requests: (asking): FetchRequest[] => {
      const since = addDays(asking.today, -DAYS);
      const listed = distinct(asking.filings?.() ?? []).filter((f) => OFFERING_FORMS.has(f.form) && f.filed >= since && !asking.isDone?.(f.accession));
      const wanted = distinct([...filingsOf(asking, OFFERING_FORMS, YEARS), ...listed.slice(0, AT_MOST)]);
      return wanted.map((filing) => ({ ...filingRequest(filing), beginning: BEGINNING }));
    },
  },
};
