import type { IsoDate } from "../../contract/dates";
import { otherFilingsOf, type FiledReport } from "../records/statement";
import type { ListedFiling } from "../publishers/publisher";
import type { IndexedFiling } from "../publishers/sec/daily-index";
import type { Store } from "../store/store";

const EVER: IsoDate = "9999-12-31";

/** The filings that the store lists: of one filer, periodic reports apart, or of offerings by anybody. */
export const filingsOf =
  ({ records }: Pick<Store, "records">) =>
  (cik?: string): ListedFiling[] =>
    cik === undefined
      ? records.between<IndexedFiling>("listed_filing", "offering", "0001-01-01", EVER, EVER).map(({ date, body }) => ({ ...body, filed: date }))
      : records
          .between<FiledReport>("filing", otherFilingsOf(cik), "0001-01-01", EVER, EVER)
          .map(({ date, body: { accession, form } }) => ({ cik, accession, form, filed: date }));
