import type { Movement } from "../contract/functions/movement";
import type { Answer, AnswerComponent, TracedRow } from "../core/outcome";

/** How an answer to one question can differ from an earlier one, most severe first. */
export const ANSWER_CHANGES = [
  "became_reason",
  "became_value",
  "other_reason",
  "to_sample",
  "to_published",
  "rule",
  "revision",
  "new_period",
  "earlier_period",
  "new_window",
  "other_value",
  "other_components",
  "source_changed",
  "unit_changed",
] as const;
export type AnswerChange = (typeof ANSWER_CHANGES)[number];

/** Why a cell with the same formula can show something else: it asks another question, or got another answer. Most severe first. */
export const CELL_CAUSES = ["argument_changed", ...ANSWER_CHANGES] as const;
export type CellCause = (typeof CELL_CAUSES)[number];

/** What is compared of an answer. */
type ComparedAnswer = Pick<Answer, "value" | "code" | "reason" | "unit" | "observationDate" | "source" | "sample" | "components" | "trace">;

/** The change of period from one observation date to another; undefined if it is the same, or if one is unknown. */
const periodChange = (before: string | undefined, after: string | undefined): AnswerChange | undefined =>
  before === undefined || after === undefined || before === after ? undefined : after > before ? "new_period" : "earlier_period";

function* componentChanges(before: readonly AnswerComponent[], after: readonly AnswerComponent[]): Generator<AnswerChange> {
  const olds = new Map(before.map((one) => [one.name, one]));
  const news = new Map(after.map((one) => [one.name, one]));
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const [a, b] = [olds.get(name), news.get(name)];
    if (a?.value === undefined || b?.value === undefined) {
      if (a?.value !== b?.value) yield "other_components";
      continue;
    }
    if (a.sample !== b.sample) {
      yield b.sample ? "to_sample" : "to_published";
      continue;
    }
    const period = periodChange(a.observationDate, b.observationDate);
    if (period) yield period;
    else if (a.value !== b.value) yield a.observationDate === undefined ? "other_value" : "revision";
    if (a.source !== b.source) yield "source_changed";
  }
}

/** What another value under one observation date is, if it moves without a revision. */
const MOVED: Readonly<Record<Movement, AnswerChange>> = { window: "new_window", quote: "new_period", peers: "other_value" };

const rulesOf = (rows: readonly TracedRow[]): ReadonlyMap<string, number> => new Map(rows.map(({ document }) => [document.sha256, document.rules ?? 0]));

/** True if both answers were read from the same documents, and the service read one of them by other rules since. */
function hasOtherRules(before: readonly TracedRow[], after: readonly TracedRow[]): boolean {
  const [olds, news] = [rulesOf(before), rulesOf(after)];
  return olds.size === news.size && [...news.keys()].every((one) => olds.has(one)) && [...news].some(([one, rules]) => olds.get(one) !== rules);
}

/** The last date and the documents of each series or name that an answer was read from. */
function inputsOf(rows: readonly TracedRow[]): Map<string, { date: string; documents: Set<string> }> {
  const inputs = new Map<string, { date: string; documents: Set<string> }>();
  for (const { dataset, entity, date, document } of rows) {
    const key = JSON.stringify([dataset, entity]);
    const known = inputs.get(key);
    if (!known || date > known.date) inputs.set(key, { date, documents: new Set([document.sha256]) });
    else if (date === known.date) known.documents.add(document.sha256);
  }
  return inputs;
}

function* rowChanges(before: readonly TracedRow[], after: readonly TracedRow[]): Generator<AnswerChange> {
  const olds = inputsOf(before);
  for (const [key, { date, documents }] of inputsOf(after)) {
    const old = olds.get(key);
    const period = periodChange(old?.date, date);
    if (period) yield period;
    else if (old && [...documents].some((one) => !old.documents.has(one))) yield "revision";
  }
}

/**
 * How an answer differs from an earlier one to the same question; empty if it does not. A change between sample and published data names neither period nor
 * revision, because the two are not comparable.
 *
 * If the same documents were read by other rules of the service, that is named instead of a revision, because no publisher changed anything.
 *
 * Another value for the same observation date is a revision, unless the value moves without one, or the components or published rows of the answer show that one
 * of its inputs has a new period.
 *
 * @param movement how the value of the question moves under one observation date
 */
export function answerChanges(before: ComparedAnswer, after: ComparedAnswer, movement?: Movement): ReadonlySet<AnswerChange> {
  const found = new Set<AnswerChange>();
  const byRule = hasOtherRules(before.trace?.rows ?? [], after.trace?.rows ?? []);
  if (byRule && (before.value !== after.value || before.code !== after.code)) found.add("rule");
  if (before.value === null || after.value === null) {
    if (before.value !== null) found.add("became_reason");
    else if (after.value !== null) found.add("became_value");
    else if (before.code !== after.code || before.reason !== after.reason) found.add("other_reason");
    return found;
  }
  if (before.unit !== after.unit) found.add("unit_changed");
  if (before.sample !== after.sample) return found.add(after.sample ? "to_sample" : "to_published");
  if (before.source !== after.source) found.add("source_changed");
  const period = periodChange(before.observationDate, after.observationDate);
  if (period) found.add(period);
  if (before.value === after.value || byRule) return found;
  const revised = movement ? MOVED[movement] : "revision";
  const inputs = new Set<AnswerChange>();
  for (const change of componentChanges(before.components ?? [], after.components ?? [])) inputs.add(change === "revision" ? revised : change);
  // Rows show the latest of each input, so that after a new period, and of a window, they say nothing of earlier ones.
  if (inputs.size === 0 && !period && !movement) for (const change of rowChanges(before.trace?.rows ?? [], after.trace?.rows ?? [])) inputs.add(change);
  for (const change of inputs) found.add(change);
  if (inputs.size === 0 && !period) found.add(before.observationDate !== undefined && after.observationDate !== undefined ? revised : "other_value");
  return found;
}
