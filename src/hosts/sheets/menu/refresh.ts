import { errorOf, type Failure } from "../../../core/failure";
import { failureIn, type Outcome } from "../../../core/outcome";
import { askAll } from "../ask-all";
import type { RefreshResult, RefreshScope } from "../sidebar-calls";
import { sheetsWords } from "../words";
import { checkKept } from "./account";
import { askAgain } from "./ask-again";
import { keyNeeded } from "./key-needed";
import { refreshWords } from "./refresh-words";
import { isUnknown, questionsOf, serviceFormulas, type ServiceFormula } from "./service-formulas";

/** Google ends an execution after 6 minutes: by these marks the answers are there, and nothing new is begun. */
const ANSWERS_MS = 270_000;
const NEW_WORK_MS = 315_000;

interface Trouble {
  readonly message: string;
  /** It befell this question alone; anything else befalls every cell that asks now. */
  readonly alone: boolean;
}

/** Why a cell that asked now would not get its answer; undefined where it would. Wrong arguments are what the cell is to show. */
function troubleOf(outcome: Outcome | undefined): Trouble | undefined {
  const failure: Failure | undefined = outcome ? failureIn(outcome) : { code: "broken_reply" };
  if (!failure || errorOf(failure) === "#VALUE!") return undefined;
  const isOwn = outcome?.kind === "answer" || outcome?.kind === "held" || failure.code === "broken_reply";
  return { message: sheetsWords(failure), alone: isOwn };
}

/** Where nothing can be asked beforehand, whether the service answers at all: cells whose arguments are not known would show its absence. */
function serviceTrouble(): string | undefined {
  const checked = checkKept();
  return checked.ok ? undefined : sheetsWords(checked.failure);
}

/**
 * Asks everything that the SERVICE formulas of the scope ask, each distinct question once, and makes exactly those formulas ask again whose questions were
 * answered, or whose arguments are not known here: they find their answers kept. A formula whose question got no answer keeps what it shows. Throws a
 * `Refusal` where the person has no key.
 */
export function refresh(book: GoogleAppsScript.Spreadsheet.Spreadsheet, scope: RefreshScope): RefreshResult {
  const begun = Date.now();
  keyNeeded();
  const formulas = serviceFormulas(book, scope);
  const questions = questionsOf(formulas.flatMap(({ calls }) => calls));
  const within = Math.max(0, begun + ANSWERS_MS - Date.now());
  const { outcomes, requests } = askAll([...questions.values()], { within, renew: true });

  const troubles = new Map<string, number>();
  const trouble = (message: string, cells = 1): void => void troubles.set(message, (troubles.get(message) ?? 0) + cells);
  const all = [...questions.keys()].map((key) => troubleOf(outcomes.get(key)));
  const general = questions.size === 0 && formulas.some(isUnknown) ? serviceTrouble() : all.find((found) => found !== undefined && !found.alone)?.message;

  const asking = formulas.filter((formula: ServiceFormula) => {
    const own = [...questionsOf(formula.calls).keys()].flatMap((key) => troubleOf(outcomes.get(key)) ?? [])[0]?.message;
    const why = own ?? (isUnknown(formula) ? general : undefined);
    // One that was left unfinished shows nothing worth keeping.
    if (why === undefined || formula.interrupted) return true;
    trouble(why);
    return false;
  });
  const { cells, left, edited, refused } = askAgain(asking, begun + NEW_WORK_MS);
  for (const [message, n] of refused) trouble(message, n);
  if (left > 0) trouble("Google's time limit for one run ended before these cells. They still show their previous values. Refresh again for the rest.", left);
  if (edited > 0) trouble("Somebody changed or moved these meanwhile, so they were left as they are. Refresh again.", edited);

  const answered = [...outcomes.values()].filter((outcome) => outcome.kind === "answer" && outcome.stale === undefined).length;
  const listed = [...troubles].map(([message, n]) => ({ message, cells: n })).sort((a, b) => b.cells - a.cells);
  const result = { cells, answered, requests, troubles: listed };
  return { ...result, summary: refreshWords(scope, formulas.length, result) };
}
