import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import { cikText, type FiledReport, type Filer, isPeriodicReport, otherFilingsOf } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import type { RecordRow } from "../../records/record";
import type { Feed } from "../publisher";
import { headOf, isObject, type JsonObject, readJson, textIn } from "../reading/read-json";
import { refuseFile } from "../reading/text";
import { FILERS_SINCE } from "./company-tickers";
import { companiesMissing, requestedCiks } from "./contact";

const TITLE = "the SEC's list of a filer's submissions";

function columns(recent: JsonObject, names: readonly string[]): string[][] {
  const lists = names.map((name) => {
    // Older copies of the list have no items.
    if (name === "items" && recent[name] === undefined) return undefined;
    const list = recent[name];
    if (!Array.isArray(list) || !list.every((x) => typeof x === "string"))
      refuseFile(`expected a list ${shown(name)} in ${TITLE}; the SEC may have changed the format: update the service`);
    return list as string[];
  });
  if (new Set(lists.flatMap((l) => l?.length ?? [])).size > 1) refuseFile(`the columns of ${TITLE} have different lengths; fetch it again`);
  return (lists[0] ?? []).map((_, i) => lists.map((l) => l?.[i] ?? ""));
}

/** One row for each filing of these lists. Periodic reports and other forms are stored apart. */
const filingsIn = (lists: JsonObject, cik: string): RecordRow[] =>
  columns(lists, ["accessionNumber", "filingDate", "reportDate", "form", "items"]).map(
    ([accession = "", filed = "", period = "", form = "", items = ""]): RecordRow => {
      if (!isIsoDate(filed)) refuseFile(`expected a day as filingDate of ${TITLE}, got ${shown(filed)}; fetch it again`);
      const body: FiledReport = {
        form,
        accession,
        periodEnd: isIsoDate(period) ? period : null,
        ...(form.startsWith("8-K") && items !== "" ? { items: items.split(",").map((i) => i.trim()) } : {}),
      };
      return {
        dataset: "filing",
        entity: isPeriodicReport(form) ? cik : otherFilingsOf(cik),
        date: filed,
        key: accession,
        known: filed,
        body,
        source: "sec",
      };
    },
  );

/** An older page has only the lists: the filer is in the file's name, as the SEC writes it. */
function readOlder(lists: JsonObject, name: string): RecordRow[] {
  const cik = /CIK0*([1-9]\d{0,9})-submissions-\d+/i.exec(name)?.[1];
  if (cik === undefined)
    refuseFile(
      `this is an older page of ${TITLE}, which names the filer only in the file's name; name it CIK0000320193-submissions-001.json, with the filer's CIK, as the SEC does`,
    );
  return filingsIn(lists, cik);
}

function read(document: unknown, name: string): RecordRow[] {
  if (isObject(document) && Array.isArray(document["accessionNumber"])) return readOlder(document, name);
  const filings = isObject(document) ? document["filings"] : undefined;
  const recent = isObject(filings) ? filings["recent"] : undefined;
  if (!isObject(document) || !isObject(recent)) refuseFile(`expected "filings" with "recent" as in ${TITLE}; fetch it again`);
  const cik = cikText(textIn(document, "cik", TITLE));
  if (!Array.isArray(document["tickers"]))
    refuseFile(`expected a list "tickers", empty for a filer without one, in ${TITLE}; the SEC may have changed the format: update the service`);
  const tickers = document["tickers"].filter((t): t is string => typeof t === "string" && t !== "");
  const filer: Filer = { cik, name: textIn(document, "name", TITLE) };
  return [
    ...tickers.map((t): RecordRow => ({
      dataset: "filer",
      entity: symbolOf(t),
      date: FILERS_SINCE,
      key: "filer",
      known: FILERS_SINCE,
      body: filer,
      source: "sec",
    })),
    ...filingsIn(recent, cik),
  ];
}

/** A filer's latest filings, up to a thousand, and its tickers; or an older page of its filings. Source: data.sec.gov/submissions. */
export const submissions: Feed = {
  id: "sec.submissions",
  title: TITLE,
  looksLike: '{"cik":"0000320193","entityType":"operating",…',
  recognises: ({ bytes }) => /^\s*\{\s*(?:"cik"\s*:\s*"?\d+"?\s*,\s*"entityType"|"accessionNumber"\s*:\s*\[)/.test(headOf(bytes)),
  parse: ({ bytes, name }) => ({ records: read(readJson(bytes), name) }),
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "22:15" },
    missing: companiesMissing,
    requests: (context) => requestedCiks(context).map((cik) => ({ part: cik, url: `https://data.sec.gov/submissions/CIK${cik.padStart(10, "0")}.json` })),
  },
};
