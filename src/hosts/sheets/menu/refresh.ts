import type { Failure } from "../../../core/failure";
import type { Outcome } from "../../../core/outcome";
import { spreadsheetAsOf } from "../as-of";
import { createAnswerStore } from "../answer-store";
import { askAll } from "../ask-all";
import type { ScriptRefresh, RefreshScope } from "../sidebar-calls";
import { troubleIn } from "../trouble-in";
import { sheetsWords } from "../words";
import { testSavedKey } from "./account";
import { awaitNewer } from "./await-newer";
import { recalculate } from "./recalculate";
import { keyNeeded } from "./key-needed";
import { refreshWords } from "./refresh-words";
import { isUnknown, questionsByKey, serviceFormulas, type ServiceFormula } from "./service-formulas";

/** Google ends an execution after 6 minutes: time limits for fetching answers, for starting further recalculations, and for waiting for their results. */
export const ANSWERS_MS = 270_000;
export const RECALCULATE_MS = 315_000;
const RESULTS_MS = 335_000;
/** Longest wait for results: waiting counts towards Google's daily limit of triggered runs. */
const WAIT_MS = 60_000;

interface Trouble {
  readonly message: string;
  /** It concerns only this question; otherwise every cell would fail now. */
  readonly alone: boolean;
}

function troubleOf(outcome: Outcome | undefined): Trouble | undefined {
  const failure: Failure | undefined = outcome ? troubleIn(outcome) : { code: "broken_reply" };
  if (!failure) return undefined;
  const isOwn = outcome?.kind === "answer" || outcome?.kind === "held" || failure.code === "broken_reply";
  return { message: sheetsWords(failure), alone: isOwn };
}

/** Why the service does not answer, if no question can be fetched first: cells with unknown arguments would lose their values. */
function serviceTrouble(): string | undefined {
  const checked = testSavedKey();
  return checked.ok ? undefined : sheetsWords(checked.failure);
}

/**
 * Fetches new answers for all SERVICE formulas of the scope, each distinct question once, then recalculates the formulas whose questions were answered; they
 * find their answers in the cache. A formula with unknown arguments sends its questions itself when it recalculates, because older answers no longer count.
 * A formula without a newer answer keeps its value and is reported. Throws a `Refusal` if the user has no key.
 */
export function refreshCells(book: GoogleAppsScript.Spreadsheet.Spreadsheet, scope: RefreshScope): ScriptRefresh {
  const begun = Date.now();
  keyNeeded();
  const formulas = serviceFormulas(book, scope);
  const questions = questionsByKey(formulas.flatMap(({ calls }) => calls));
  const within = Math.max(0, begun + ANSWERS_MS - Date.now());
  const { outcomes, requests } = askAll([...questions.values()], { within, renew: true });

  const troubles = new Map<string, number>();
  const trouble = (message: string, cells = 1): void => void troubles.set(message, (troubles.get(message) ?? 0) + cells);
  const all = [...questions.keys()].map((key) => troubleOf(outcomes.get(key)));
  const general = questions.size === 0 && formulas.some(isUnknown) ? serviceTrouble() : all.find((found) => found !== undefined && !found.alone)?.message;

  const recalculable = formulas.filter((formula: ServiceFormula) => {
    const own = [...questionsByKey(formula.calls).keys()].flatMap((key) => troubleOf(outcomes.get(key)) ?? [])[0]?.message;
    const why = own ?? (isUnknown(formula) ? general : undefined);
    // An interrupted refresh left nothing worth keeping in the cell.
    if (why === undefined || formula.interrupted) return true;
    trouble(why);
    return false;
  });
  if (recalculable.some(isUnknown)) createAnswerStore(Date.now, undefined).renew(begun);
  const { done, left, edited, refused } = recalculate(recalculable, begun + RECALCULATE_MS);
  const asking = done.filter(isUnknown);
  const reasons = awaitNewer(asking, begun, Math.min(Date.now() + WAIT_MS, begun + RESULTS_MS)).filter((why) => why !== undefined);
  for (const why of reasons) trouble(why);
  for (const [message, n] of refused) trouble(message, n);
  if (left > 0) trouble("Google's time limit was reached before these cells, so they keep their values. Refresh again.", left);
  if (edited > 0) trouble("The cell was edited or moved during the refresh and was skipped. Refresh again.", edited);

  const answered = [...outcomes.values()].filter((outcome) => outcome.kind === "answer" && outcome.stale === undefined).length;
  const listed = [...troubles].map(([message, n]) => ({ message, cells: n })).sort((a, b) => b.cells - a.cells);
  const result = { cells: done.length - reasons.length, answered, requests, troubles: listed };
  return { ...result, summary: refreshWords(scope, formulas.length, done.length, result, spreadsheetAsOf()) };
}
