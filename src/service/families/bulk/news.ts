import type { ReportHour } from "../../records/report-hour";
import { ofRecords } from "./dataset";

export const reportCounts = ofRecords<ReportHour>({
  name: "report_counts",
  title: "News reports by keyword and hour",
  about: "The articles that matched one keyword in one hour. OSINT adds up the last hours. Only keywords that a cell has asked for are counted.",
  columns: {
    keyword: "the keyword, in lower case; all of its words match",
    date: "day of the hour, UTC",
    hour: "the hour that begins, UTC, 0 to 23",
    reports: "number of articles that matched",
    monitored: "number of all articles that were monitored",
  },
  sources: ["gdelt"],
  caveats: [],
  dataset: "report_count",
  rows: ({ entity, date, body: { hour_ms, reports, monitored } }) => [[entity, date, new Date(hour_ms).getUTCHours(), reports, monitored]],
});
