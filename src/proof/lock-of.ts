import type { Answer, AnswerComponent, Published, ServiceState, SourceDocument } from "../core/outcome";
import { formulaOf, questionOf } from "../core/question";
import { referencesOf } from "../workbook/areas";
import type { AnsweredFormula, DefinedName } from "../workbook/book";
import { readBlock } from "../workbook/cell-reference";
import type { Lock, LockCell, LockDocument, LockQuestion } from "./lock";
import { LOCK_FORMAT } from "./lock-format";

/** A formula that a refresh calculated or kept. */
export interface RefreshedFormula extends AnsweredFormula {
  /** What differs, if it did not give its stored value before the refresh. */
  readonly differs?: string;
}

interface LockParts {
  /** In the order of the book. */
  readonly formulas: readonly RefreshedFormula[];
  /** The defined names of the book. */
  readonly names: readonly DefinedName[];
  /** By key of the question. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** SHA-256 of the book. */
  readonly before: string;
  readonly after: string;
  readonly version: string;
  /** The local date and time of TODAY and NOW. */
  readonly localTime: string;
  readonly asOf?: string | undefined;
}

/** Without members that are undefined. */
const present = <T extends object>(of: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(of).filter(([, v]) => v !== undefined)) as T;
const flag = (is: boolean): true | undefined => (is ? true : undefined);
const some = <T>(list: readonly T[] | undefined): T[] | undefined => (list && list.length > 0 ? [...list] : undefined);

const publishedOf = ({ at, basis, rule, revisions, firstUnknown }: Published) =>
  present<NonNullable<LockQuestion["public"]>>({ at, basis, rule, revisions, first_value_unknown: flag(firstUnknown) });

const componentOf = ({ name, value, unit, observationDate, source, sample, absent }: AnswerComponent) =>
  present<NonNullable<LockQuestion["components"]>[number]>({ name, value, unit, observation_date: observationDate, source, sample: flag(sample), absent });

/** An answer as a lock writes it. */
const lockedAnswer = (answer: Answer): LockQuestion =>
  present<LockQuestion>({
    value: answer.value,
    kind: answer.kind,
    code: answer.code,
    reason: answer.reason,
    explanation: answer.explanation,
    unit: answer.unit,
    observation_date: answer.observationDate,
    public: answer.published && publishedOf(answer.published),
    retrieved: answer.asOf,
    source: answer.source,
    attribution: answer.attribution,
    rows: some(answer.trace?.rows)?.map(({ dataset, entity, date, key, document }) => present({ document: document.sha256, dataset, entity, date, key })),
    caveats: some(answer.caveats),
    sample: flag(answer.sample),
    note: answer.note,
    components: some(answer.components)?.map(componentOf),
  });

const documentOf = ({ publisher, file, position, received, rules }: SourceDocument): LockDocument =>
  present<LockDocument>({ publisher, file, position, received, rules });

const cellOf = ({ formula, questions, shows, why, differs }: RefreshedFormula, texts: ReadonlyMap<string, string>): LockCell => {
  const asked = questions.flatMap((key) => texts.get(key) ?? []).sort();
  const own = shows.length === 1 && shows[0]?.length === 1 ? shows[0][0]! : shows.map((row) => [...row]);
  return present<LockCell>({ formula, questions: some(asked), shows: own, kept: why, differs });
};

const byName = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

/** The names that formulas use, in a fixed order: how a cell follows from others is not in its formula alone. */
function namesIn(formulas: readonly RefreshedFormula[], names: readonly DefinedName[]): Lock["names"] {
  if (names.length === 0) return undefined;
  const used = new Set(formulas.flatMap(({ where, formula }) => [...referencesOf(formula, readBlock(where)?.sheet ?? "", names).names.keys()]));
  const order = ({ name, sheet = "" }: DefinedName): string => `${name.toLowerCase()}\n${sheet.toLowerCase()}`;
  const sorted = [...used].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return some(sorted.map(({ name, formula, sheet }) => present<NonNullable<Lock["names"]>[number]>({ name, formula, sheet })));
}

/** The last of several states. A refresh of many calls gets several replies. */
const last = (states: readonly ServiceState[]): ServiceState | undefined =>
  states.reduce<ServiceState | undefined>((newest, state) => (newest === undefined || state.moment > newest.moment ? state : newest), undefined);

/**
 * The lock of a refreshed book. The same book, answers and moment give the same lock.
 *
 * @throws if an answer has no trace, which a client with `trace` always asks for
 */
export function lockOf({ formulas, names, answers, before, after, version, localTime, asOf }: LockParts): Lock {
  const texts = new Map([...answers.keys()].map((key) => [key, formulaOf(questionOf(key))]));
  const documents = new Map<string, LockDocument>();
  for (const { trace } of answers.values()) for (const { document } of trace?.rows ?? []) documents.set(document.sha256, documentOf(document));
  const states = [...answers.values()].flatMap(({ trace }) => (trace ? [trace.state] : []));
  const state = last(states);
  if (!state) throw new Error("No answer has a trace.");
  return present<Lock>({
    format: LOCK_FORMAT,
    book: { before, after },
    service: present<Lock["service"]>({ moment: state.moment, as_of: asOf, import_position: state.importPosition, version: state.version }),
    refresh: { version, local_time: localTime },
    documents: byName(documents),
    questions: byName([...answers].map(([key, answer]) => [texts.get(key)!, lockedAnswer(answer)] as const)),
    names: namesIn(formulas, names),
    cells: Object.fromEntries(formulas.map((one) => [one.where, cellOf(one, texts)])),
  });
}
