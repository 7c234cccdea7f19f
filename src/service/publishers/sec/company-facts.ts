import { shown } from "../../../contract/arguments";
import type { ZipEntry } from "../../../zip/directory";
import type { LargeDocument, Piece } from "../../records/large-document";
import type { RecordRow } from "../../records/record";
import { cikText, type Filer, fullYearsOf, quartersOf, transitionsOf } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import type { Feed } from "../publisher";
import { headOf, isObject, type JsonObject, readJson, textIn } from "../reading/read-json";
import { NothingServed, refuseFile, RefusedFile } from "../reading/text";
import { bytesOf, entriesOf, isZip } from "../reading/zip";
import { FILERS_SINCE } from "./company-tickers";
import { companiesMissing, contactMissing, requestedCiks } from "./contact";
import { FACTS_TITLE, factsOf, reportingCurrencies } from "./facts";
import { filingOf } from "./filing-order";
import type { ReportedFact } from "./period-versions";
import { statedPeriods } from "./stated-periods";
import { COVER_SHARES, TAGS } from "./tags";

const TITLE = "the SEC's archive of all company facts (companyfacts.zip)";
const ENTRY = /^CIK\d{10}\.json$/;
/** Refused companies that are tolerated. If more are refused, and more than one in a hundred, the format has changed. */
const FEW = 20;

const isFacts = (entries: readonly ZipEntry[]): boolean => entries.length > 0 && entries.every((e) => ENTRY.test(e.name));

function recognises(document: LargeDocument): boolean {
  try {
    return isZip(document) && isFacts(entriesOf(document));
  } catch (e) {
    // A truncated archive has no directory, but its first entry identifies it. Reading then refuses it with the reason.
    if (e instanceof RefusedFile) return /^CIK\d{10}\.json/.test(Buffer.from(document.read(30, 20)).toString("latin1"));
    throw e;
  }
}

function* pieces(document: LargeDocument): Generator<Piece> {
  const entries = entriesOf(document);
  let refused = 0;
  for (const [i, entry] of entries.entries()) {
    const done = Math.round((document.size * (i + 1)) / entries.length);
    const bytes = bytesOf(document, entry);
    try {
      yield { records: companyRecords(bytes, entry.name), done };
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      // Funds, shells and trusts tag nothing that is served. The document is still valid.
      if (e instanceof NothingServed || emptyFacts(bytes)) {
        yield { done };
        continue;
      }
      refused++;
      if (refused > FEW && refused > entries.length / 100)
        refuseFile(
          `${refused} companies in the archive have an unknown format, the last one ${entry.name}: ${e.sentence}; the SEC may have changed it: update the service`,
        );
      yield { leftOut: { part: entry.name, why: e.sentence }, done };
    }
  }
}

/** True for a filer without any tagged facts. */
const emptyFacts = (bytes: Uint8Array): boolean => bytes.length < 400 && /^\s*\{\s*\}\s*$|"facts"\s*:\s*\{\s*\}/.test(new TextDecoder().decode(bytes));

/**
 * The facts of all companies in one archive of about 1.4 GB, rebuilt each night. Companies without a served line are skipped. Refused companies are left out by
 * name; their stored data stays. Source: www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip.
 */
export const companyFactsArchive: Feed = {
  id: "sec.company-facts-archive",
  title: TITLE,
  looksLike: "a zip archive with CIK0000320193.json and others",
  recognises: () => false,
  parse: () => {
    throw new Error("The archive of all company facts is read in pieces.");
  },
  large: { recognises, pieces },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "daily", at: "04:30" },
    onDemand: true,
    missing: contactMissing,
    requests: () => [{ part: "companyfacts.zip", url: "https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip", large: true }],
  },
};

const TAXONOMIES = ["us-gaap", "ifrs-full"];

const ENTITIES = { year: fullYearsOf, quarter: quartersOf, transition: transitionsOf } as const;

/** The ticker in a file's name, such as `AAPL.json` or `BRK-B_facts.json`. The SEC's own names, `CIK0000320193.json`, have none. */
const tickerInName = (name: string): string | undefined => {
  const symbol = /^([A-Z]{1,5}(?:[.-][A-Z]{1,2})?)(?=[_.][A-Za-z_]*json$|_)/.exec(name)?.[1];
  return symbol === undefined || symbol === "CIK" ? undefined : symbolOf(symbol);
};

function read(document: unknown, name: string): RecordRow[] {
  if (!isObject(document) || !isObject(document["facts"])) refuseFile(`expected "facts" as in ${FACTS_TITLE}, got none; fetch it again`);
  const raw = document["cik"];
  if (typeof raw !== "number" && typeof raw !== "string") refuseFile(`expected a cik in ${FACTS_TITLE}, got ${shown(raw)}; fetch it again`);
  const cik = cikText(raw);
  const all = document["facts"];
  const wanted = new Map(Object.values(TAGS).flatMap(({ at, per, groups }) => groups.flatMap((group) => group.all).map((tag) => [tag, { at, per }] as const)));
  const tagged = TAXONOMIES.flatMap((t) => (isObject(all[t]) ? [...wanted.keys()].flatMap((tag) => factsOf(all[t] as JsonObject, tag)) : []));
  const ahead = tagged.filter((f) => f.end > f.vintage[0]).length;
  // A single fact may be misdated by its filer. If most are, members have been swapped.
  if (ahead > tagged.length / 2)
    refuseFile("expected periods that end before they are filed, but most end after: end and filed have been swapped; fetch it again");
  const currencies = reportingCurrencies(tagged);
  const facts: ReportedFact[] = [];
  for (const f of tagged) {
    const line = wanted.get(f.tag);
    const currency = currencies.get(filingOf(f.vintage));
    if (line === undefined || currency === undefined || (f.start === undefined) !== (line.at === "instant")) continue;
    if (f.unit === (line.per === "currency" ? currency : line.per === "share" ? `${currency}/shares` : "shares")) facts.push({ ...f, currency });
  }
  const cover = isObject(all["dei"]) ? factsOf(all["dei"], COVER_SHARES).filter((f) => f.unit === "shares") : [];
  const ticker = tickerInName(name);
  const filer: Filer = { cik, name: textIn(document, "entityName", FACTS_TITLE) };
  return [
    ...(ticker ? [{ dataset: "filer", entity: ticker, date: FILERS_SINCE, key: "name", known: FILERS_SINCE, body: filer, source: "sec" } as const] : []),
    ...statedPeriods(facts, cover).map(({ kind, end, known, body }): RecordRow => ({
      dataset: "statement",
      entity: ENTITIES[kind](cik),
      date: end,
      key: "",
      known,
      body,
      source: "sec",
    })),
  ];
}

/** The rows of one company's document. @throws RefusedFile if it is another document, NothingServed if it has no served period. */
export function companyRecords(bytes: Uint8Array, name: string): RecordRow[] {
  const records = read(readJson(bytes), name);
  if (!records.some((r) => r.dataset === "statement")) throw new NothingServed("it has no full fiscal year and no quarter of the filer");
  return records;
}

/**
 * All values that a company's filings have stated, from the tagged data: full fiscal years and fiscal quarters, in the currency in
 * which the filer reported them. Each value has the
 * day of its filing, so that a service with an earlier date serves what was known then. A restatement replaces.
 * Source: data.sec.gov/api/xbrl/companyfacts.
 */
export const companyFacts: Feed = {
  id: "sec.company-facts",
  title: FACTS_TITLE,
  looksLike: '{"cik":320193,"entityName":"Apple Inc.","facts":{…',
  recognises: ({ bytes }) => {
    const head = headOf(bytes, 2000);
    return /^\s*\{/.test(head) && /"entityName"\s*:/.test(head) && /"facts"\s*:/.test(head);
  },
  parse: ({ bytes, name }) => ({ records: companyRecords(bytes, name) }),
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "22:30" },
    missing: companiesMissing,
    requests: (context) =>
      requestedCiks(context).map((cik) => ({ part: cik, url: `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik.padStart(10, "0")}.json` })),
  },
};
