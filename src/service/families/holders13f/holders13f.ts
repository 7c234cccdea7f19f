import { answering, ofDataset, sampled, type Sourced } from "../../answers/answering";
import { quarterLabel } from "../../time/calendar";
import { ofInstrument, publishedInstrument, type PublishedSymbol } from "../of-instrument";
import { TICKERS, type Instrument } from "../../instruments/universe";
import { DAY, type FamilyAnswer, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { counted } from "../../../contract/counted";
import type { FieldName } from "../../../contract/functions";
import { doubted } from "../../answers/doubted";
import { countWith } from "../../answers/published-rows";
import { holdersArePublished, type HoldersQuarter, holdersTicker, publishedHoldings, reportedHolders } from "./reported-holders";
import { sampleHolders } from "./sample";
import { totalsDoubt } from "./positions";

/** The last quarters whose reports are due, oldest first. */
export const holdersFor = (context: Context, instrument: Instrument, quarters: number): Sourced<readonly HoldersQuarter[]> =>
  holdersArePublished(context, instrument.ticker)
    ? { rows: reportedHolders(context, instrument.ticker, quarters), ...ofDataset("sec", "holding") }
    : sampled(sampleHolders(instrument, context.clock.moment(), quarters));

function latestFor(context: Context, instrument: Instrument): Sourced<HoldersQuarter | undefined> {
  const { rows, ...origin } = holdersFor(context, instrument, 1);
  return { rows: rows[rows.length - 1], ...origin };
}

/** Holders who added minus holders who cut in the latest quarter, as HOLDERS13F shows it; undefined if the cell shows a reason. */
export function latestChangeFor(context: Context, instrument: Instrument): number | undefined {
  const { rows: latest } = latestFor(context, instrument);
  return !latest || latest.uncompared || latest.compared === 0 ? undefined : latest.accumulating - latest.reducing;
}

/** A quarter has the reports of some 8,000 institutions. With fewer reports than this, totals describe the loaded reports, not the market. */
const MARKET_WIDE_REPORTS = 1_000;

/** A note on a total over few institutions' reports. */
export function coverageNote({ store, clock }: Context, { quarterEnd }: Pick<HoldersQuarter, "quarterEnd">): { readonly note?: string } {
  const reports = store.institutions.reporting(quarterEnd, clock.today(), MARKET_WIDE_REPORTS);
  return reports < MARKET_WIDE_REPORTS
    ? {
        note: `covers the ${counted(reports, "institution")} whose reports for ${quarterLabel(quarterEnd)} are loaded; to load all: npm run -s data -- update sec`,
      }
    : {};
}

const publishedHolders: PublishedSymbol = (ticker, context) => {
  const spelled = holdersTicker(context, ticker);
  return holdersArePublished(context, spelled) ? publishedInstrument(spelled) : undefined;
};

/** Institutional holders at the latest quarter: from imported reports alone, or sample data for the last quarter whose reports are due (45 days after its end). */
export const holders13f: Family = {
  name: "holders13f",
  functions: {
    HOLDERS13F: {
      evaluate: ofInstrument(
        (instrument, _args, context, field: FieldName<"HOLDERS13F">) => {
          const { ticker } = instrument;
          const { rows: latest, ...origin } = latestFor(context, instrument);
          const say = answering(origin, DAY, ["thirteenf_ticker_resolution"]);
          if (!latest)
            return say.reason(
              "no_data_yet",
              origin.sample
                ? `No 13F reports were due by ${context.clock.today()}.`
                : {
                    short: `No loaded 13F report was known by ${context.clock.today()}.`,
                    full: `No loaded 13F report on ${ticker} was known by ${context.clock.today()}. Load earlier quarters.`,
                  },
            );
          /** Adds the doubt and then the coverage, because that note ends with a command. */
          const noted = (answer: FamilyAnswer, doubt?: string): FamilyAnswer => {
            const marked = doubted(answer, doubt);
            const notes = [marked.note, origin.sample ? undefined : coverageNote(context, latest).note].filter((one) => one !== undefined);
            return notes.length === 0 ? marked : { ...marked, note: notes.join(" ") };
          };
          const doubt = (): string | undefined => (origin.sample ? undefined : totalsDoubt(context, ticker, latest));
          switch (field) {
            case "count":
              return noted(say.number(latest.count, "count", latest.quarterEnd));
            case "value":
              return noted(say.number(latest.value, "USD", latest.quarterEnd), doubt());
            case "qoq":
              if (latest.uncompared) return say.reasonOn(latest.quarterEnd, "share_basis_unknown", latest.uncompared);
              return latest.compared === 0
                ? say.reasonOn(latest.quarterEnd, "no_observation", {
                    short: `No report for both ${quarterLabel(latest.quarterEnd)} and the quarter before.`,
                    full: `No institution has reports on ${ticker} for both ${quarterLabel(latest.quarterEnd)} and the quarter before. Load the quarter before.`,
                  })
                : noted(say.number(latest.accumulating - latest.reducing, "count", latest.quarterEnd), doubt());
            case "quarter":
              return say.text(quarterLabel(latest.quarterEnd), latest.quarterEnd);
          }
        },
        TICKERS,
        publishedHolders,
      ),
      ages: { fields: { ...all("latest", "count", "value", "qoq"), quarter: "day" }, age: () => "holdings", dayField: "quarter" },
      universe: (context) => countWith(TICKERS, publishedHoldings, context),
      asOf: "name",
    },
  },
  rows: publishedHoldings,
};
