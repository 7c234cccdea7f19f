import type { IsoDate } from "../../../contract/dates";
import { HORIZONS, type Horizon, type SignalType } from "../../../contract/vocabulary";
import { lastSessions, sessionIndex } from "../../time/calendar";
import { between, chance, logBetween, normal } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { HORIZON_SESSIONS } from "./outcomes";
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
/** Sample outcomes of a type's signals over the last 252 sessions, oldest first. A horizon that is not completed has no return. */
export function sampleOutcomes(type: SignalType, today: IsoDate): SignalOutcome[] {
  // A few detectors fire so rarely that a year has too few signals for a median.
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
        const sessionsAhead = HORIZON_SESSIONS[horizon];
        if (age >= sessionsAhead && last >= sessionsAhead)
          forwardReturnPct[horizon] = rounded(drift * sessionsAhead + 1.6 * Math.sqrt(sessionsAhead) * normal(type, date, horizon), 4);
      }
      return { date, forwardReturnPct };
    });
}
