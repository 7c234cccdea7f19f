import { addDays } from "../../../contract/dates";
import type { SignalType } from "../../../contract/vocabulary";
import { UNIVERSE } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import { newestPublicDay } from "../../sample/public-rows";
import { sampleCloses } from "../prices/sample";
import { untilRelease } from "../../answers/until-import";
import { isEvidence, sampleEvidenceFor } from "./evidence";
import { CLOSES, outcomeOf } from "./outcomes";
import { YEAR_DAYS } from "./reader";
import type { SignalOutcome } from "./rows";

/** Only every 16th company is read: all of them would take seconds. */
const EVERY_NTH = 16;
export const RECORD_COMPANIES = UNIVERSE.filter((i) => i.instrumentType === "common" && i.ticker === i.issuer).filter((_, n) => n % EVERY_NTH === 0);
/** Outcomes of the last year's sample signals of some companies, by type, oldest first. A type without a signal is missing. */
export const sampleRecord = (context: Context): ReadonlyMap<SignalType, readonly SignalOutcome[]> => cache(context, "", () => readRecord(context));

const cache = untilRelease<ReadonlyMap<SignalType, readonly SignalOutcome[]>>();

function readRecord(context: Context): ReadonlyMap<SignalType, readonly SignalOutcome[]> {
  const today = context.clock.today();
  const since = addDays(today, -YEAR_DAYS);
  const byType = new Map<SignalType, SignalOutcome[]>();
  for (const i of RECORD_COMPANIES) {
    const closes = sampleCloses(i.ticker, newestPublicDay("price", context.clock), CLOSES);
    for (const { signals } of sampleEvidenceFor(context, i).filter(isEvidence))
      for (const signal of signals) {
        if (signal.date <= since) continue;
        const of = byType.get(signal.type) ?? [];
        byType.set(signal.type, of);
        of.push(outcomeOf(signal, closes));
      }
  }
  for (const outcomes of byType.values()) outcomes.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return byType;
}
