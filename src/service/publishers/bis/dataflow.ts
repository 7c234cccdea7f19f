import type { FetchRequest } from "../publisher";

const BASE = "https://stats.bis.org/api/v2/data/dataflow/BIS";
// A request for JSON gets status 406.
const headers = { Accept: "text/csv" };

/** Columns of the BIS's tables that do not change a value. */
export const REMARK_COLUMNS: readonly string[] = [
  "AVAILABILITY", "BREAKS", "COLLECTION", "COMPILATION", "COVERAGE", "DECIMALS", "SOURCE_REF", "SUPP_INFO_BREAKS", "TIME_FORMAT", "TITLE", "TITLE_GRP", "TITLE_TS",
]; // prettier-ignore

/** Values are in single units, not in thousands or millions. */
export const SINGLE_UNITS = ["UNIT_MULT", "", "0"] as const;

/** Requests one key of a dataflow such as `WS_EER/1.0`. `M.R.B.*` are all areas. */
export const bisRequest = (dataflow: string, key: string, part: string, since?: string): FetchRequest => ({
  part,
  url: `${BASE}/${dataflow}/${key}?${since === undefined ? "" : `startPeriod=${since}&`}format=csv`,
  headers,
});
