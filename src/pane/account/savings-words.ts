import type { Stats } from "../../core/calls/metrics";
import { counted, withSeparators } from "../../contract/counted";

/** What batching and the cache have saved since the start, in sentences. */
export function savingsWords({ asked, fromCache, shared, requests, cells }: Stats): readonly string[] {
  if (asked === 0 && requests === 0) return ["No calls since this workbook was opened."];
  const sent = requests > 0 ? `${counted(cells, "cell")} in ${counted(requests, "request")}` : "No request was needed";
  const cached = fromCache > 0 ? `; ${withSeparators(fromCache)} answered from the cache` : "";
  const merged = shared > 0 ? `; ${withSeparators(shared)} duplicate requests merged` : "";
  const saved = asked - requests;
  return [`${sent}${cached}${merged}.`, ...(saved > 0 ? [`One request for each call would have been ${counted(asked, "request")} of your quota.`] : [])];
}
