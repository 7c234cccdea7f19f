import { newestDay } from "../../answers/published-rows";
import { jointOrigin, ofDataset } from "../../answers/answering";
import { publishedFilerOf } from "../fundamentals/published-statements";
import { type FiledReport, fullYearsOf, otherFilingsOf, quartersOf, type ReportedOffering, type StatedPeriod } from "../../records/statement";
import { shareBasisOf } from "../share-basis/share-basis";
import { reportedPeriods } from "./detectors/statements";
import { noEvidence, signalsOf, type SignalReader } from "./reader";
import { counted } from "../../../contract/counted";

/** Reads the company's list of filings, and its offerings. */
export const readFilings: SignalReader = (input) => {
  const { context, ticker, today, since, closes } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const offered = records.between<ReportedOffering>("offering", ticker, since, today, today);
  const listed = cik === undefined ? [] : [cik, otherFilingsOf(cik)].flatMap((e) => records.between<FiledReport>("filing", e, since, today, today));
  const newest = newestDay([...offered, ...listed].map((f) => f.known));
  const loaded =
    records.isPublished("offering", ticker) ||
    (cik !== undefined && (records.isPublished("filing", cik) || records.isPublished("filing", otherFilingsOf(cik))));
  if (newest === undefined)
    return {
      family: "filings",
      absent: loaded
        ? `no filing of ${ticker} in the year to ${today} is loaded`
        : `no filing of ${ticker} is loaded: npm run data -- update sec --tickers ${ticker}, or import sec FILE`,
      loaded,
    };
  const [firstReport] = cik === undefined ? [] : records.between<FiledReport>("filing", cik, "0001-01-01", today, today);
  const listedSince = [firstReport?.known, closes[0]?.date].flatMap((d) => d ?? []).sort()[0];
  const signals = signalsOf(input, "filings", { cik: cik ?? "", listed, offered, listedSince });
  const origins = [
    ...(offered.length > 0 ? [ofDataset("sec", "offering", ticker)] : []),
    ...(cik !== undefined && listed.length > 0 ? [ofDataset("sec", "filing", records.isPublished("filing", cik) ? cik : otherFilingsOf(cik))] : []),
  ];
  return { family: "filings", ...jointOrigin(origins), newest, read: counted(listed.length + offered.length, "filing"), signals };
};

/** Reads the figures that filings state of each period. */
export const readStatements: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const rowsOf = (entity: string, count: number) => records.latest<StatedPeriod>("statement", entity, today, count).toReversed();
  // Each report of the last year is compared with the previous one, and both with a year earlier.
  const [years, quarters] = cik === undefined ? [[], []] : [rowsOf(fullYearsOf(cik), 5), rowsOf(quartersOf(cik), 14)];
  const newest = newestDay([...years, ...quarters].map((r) => r.date));
  const loaded = cik !== undefined && (records.isPublished("statement", fullYearsOf(cik)) || records.isPublished("statement", quartersOf(cik)));
  if (newest === undefined) return noEvidence("fundamentals", input, loaded, "statement", `npm run data -- update sec --tickers ${ticker}, or import sec FILE`);
  const basis = shareBasisOf(context, ticker);
  const periods = [...reportedPeriods(years, since, basis), ...reportedPeriods(quarters, since, basis)];
  const signals = signalsOf(input, "fundamentals", periods);
  return {
    family: "fundamentals",
    ...ofDataset("sec", "statement", years.length > 0 ? fullYearsOf(cik ?? "") : quartersOf(cik ?? "")),
    newest,
    read: counted(years.length + quarters.length, "reported period"),
    signals,
  };
};
