import { shown } from "../../../contract/arguments";
import { cikText, type Filer } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import type { IsoDate } from "../../../contract/dates";
import type { RecordRow } from "../../records/record";
import type { Feed } from "../publisher";
import { headOf, isObject, readJson, requiredNumber, textIn } from "../reading/read-json";
import { refuseFile } from "../reading/text";
import { contactMissing } from "./contact";

const TITLE = "the SEC's list of tickers";
const TICKER = /^[A-Z0-9]+([.-][A-Z0-9]+)*$/;
/** The list has no dates. A ticker's filer applies from the first electronic filings on. */
export const FILERS_SINCE: IsoDate = "1993-01-01";

/** The filer of each ticker. Several share classes of a company have one CIK. Source: www.sec.gov/files/company_tickers.json. */
export const companyTickers: Feed = {
  id: "sec.company-tickers",
  title: TITLE,
  looksLike: '{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},…',
  recognises: ({ bytes }) => /^\s*\{\s*"0"\s*:\s*\{\s*"cik_str"/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const document = readJson(bytes);
    const list = isObject(document) ? Object.values(document) : [];
    if (!list.every(isObject) || list.length === 0) refuseFile(`expected a list of filers as in ${TITLE}; fetch it again`);
    const records = list.map((row): RecordRow => {
      const [ticker, cik] = [textIn(row, "ticker", TITLE), requiredNumber(row, "cik_str", TITLE)];
      if (!TICKER.test(ticker)) refuseFile(`expected a ticker such as BRK-B in ${TITLE}, got ${shown(ticker)}: members may have been swapped; fetch it again`);
      if (!Number.isInteger(cik) || cik <= 0) refuseFile(`expected a CIK, a whole number, for ${ticker}, got ${cik}; fetch it again`);
      const body: Filer = { cik: cikText(cik), name: textIn(row, "title", TITLE) };
      return { dataset: "filer", entity: symbolOf(ticker), date: FILERS_SINCE, key: "", known: FILERS_SINCE, body, source: "sec" };
    });
    return { records };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "business", at: "06:00" },
    missing: contactMissing,
    requests: () => [{ part: "tickers", url: "https://www.sec.gov/files/company_tickers.json" }],
  },
};
