import type { IsoDate } from "../../../contract/dates";
import { HORIZONS, type Horizon, type SignalType } from "../../../contract/vocabulary";
import { lastSessions, sessionIndex } from "../../time/calendar";
import { between, chance, logBetween, normal, rounded } from "../../sample/random";
import type { SignalOutcome, SignalRow } from "./rows";

const BEARISH =
  /sell|distribution|exit|surge|extreme|spike|going_concern|weakness|restatement|auditor|late_filing|departure|cut|secondary|shelf|lockup|compression|deceleration|leverage|short_gamma|new_low|gap_down/;
const BULLISH =
  /buy|accumulation|new_position|activist|drop|raised|initiated|completed|announced|margin_expansion|acceleration|free_cash_flow|long_gamma|breakout|new_high|gap_up/;

function directionOf(type: SignalType): SignalRow["direction"] {
  if (BEARISH.test(type)) return "bear";
  return BULLISH.test(type) ? "bull" : "neutral";
}

const SESSIONS_OF_RECORD = 252;
const sessionsOf: Readonly<Record<Horizon, number>> = { "1d": 1, "5d": 5, "10d": 10, "20d": 20, "30d": 30 };

/** The outcomes of a type's signals over the last year of sessions, oldest first; a horizon that has not passed has no return yet. */
export function sampleOutcomes(type: SignalType, today: IsoDate): SignalOutcome[] {
  // A few detectors fire so seldom that a year holds too few for a median.
  const rate = chance(0.18, type, "young") ? between(0.005, 0.02, type, "rate") : logBetween(0.1, 0.7, type, "rate");
  const sign = { bull: 1, bear: -1, neutral: 0 }[directionOf(type)];
  const drift = sign * between(-0.01, 0.05, type, "drift");
  const last = sessionIndex(today);
  const sessions = lastSessions(today, SESSIONS_OF_RECORD);
  return sessions
    .map((date, n) => ({ date, age: sessions.length - 1 - n }))
    .filter(({ date }) => chance(rate, type, date, "fired"))
    .map(({ date, age }) => {
      const forwardReturnPct: { [H in Horizon]?: number } = {};
      for (const horizon of HORIZONS) {
        const sessionsAhead = sessionsOf[horizon];
        if (age >= sessionsAhead && last >= sessionsAhead)
          forwardReturnPct[horizon] = rounded(drift * sessionsAhead + 1.6 * Math.sqrt(sessionsAhead) * normal(type, date, horizon), 4);
      }
      return { date, forwardReturnPct };
    });
}
