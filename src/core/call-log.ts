import { cellKey } from "./cell-key";
import type { Answer } from "./outcome";
import { questionOf, type Question } from "./question";

/** When an answer arrived and how long it is valid. The log keeps no more of an answer. */
export interface Dated {
  /** Wall milliseconds. */
  readonly receivedAt: number;
  readonly maxAgeS: number;
}

/** Where a value comes from. Titles, units and reasons come from no data. */
type Origin = "sample" | "published" | "none";

interface DatedOrigin extends Dated {
  readonly origin: Origin;
  /** How often origins were forgotten before. */
  readonly era: number;
}

const originOf = ({ sample, value, observationDate }: Answer): Origin =>
  sample ? "sample" : value !== null && observationDate !== undefined ? "published" : "none";

/** One question of a cell, and when its answer arrived. */
export interface LoggedCall {
  /** Key of the question; the question can be read from it. */
  readonly key: string;
  /** Undefined without an answer. */
  dated: DatedOrigin | undefined;
}

interface Noted {
  latest: LoggedCall | undefined;
  /** Calls before the latest, newest first. */
  earlier: readonly LoggedCall[];
  evaluations: number;
}

const NONE: readonly LoggedCall[] = [];

const callsOf = ({ latest, earlier }: Noted): readonly LoggedCall[] => (latest ? [latest, ...earlier] : earlier);

const CELLS = 200_000;
/** Maximum number of questions per cell: a formula rarely has more than a handful of calls. Large workbooks keep fewer. */
const MOST_PER_CELL = 16;
const LEAST_PER_CELL = 2;
/** Approximate total of kept questions. */
const QUESTIONS = 200_000;

/** What cells called, by address. */
function createLoggedCells() {
  const cells = new Map<string, Noted>();
  /** Address in `cells` by normal form, for questions of the pane. Holds all but `unindexed`. */
  const byKey = new Map<string, string>();
  let unindexed: string[] = [];
  const perCell = (): number => Math.min(MOST_PER_CELL, Math.max(LEAST_PER_CELL, Math.floor(QUESTIONS / cells.size)));

  /** Sets a cell's calls, newest first, and forgets those that are too many. */
  function setCalls(of: Noted, calls: readonly LoggedCall[]): void {
    of.latest = calls[0];
    of.earlier = calls.length > 1 ? calls.slice(1, perCell()) : NONE;
  }

  function merge(into: Noted, former: string): void {
    const old = cells.get(former);
    if (!old) return;
    into.evaluations += old.evaluations;
    const calls = callsOf(into);
    setCalls(into, [...calls, ...callsOf(old).filter(({ key }) => calls.every((c) => c.key !== key))]);
    cells.delete(former);
  }

  function index(): void {
    for (const address of unindexed) {
      const noted = cells.get(address);
      if (!noted) continue;
      const key = cellKey(address);
      const former = byKey.get(key);
      // The workbook was renamed, or the host writes this address in two ways.
      if (former !== undefined && former !== address) merge(noted, former);
      byKey.set(key, address);
    }
    unindexed = [];
  }

  function forgetOldest(): void {
    const oldest = cells.keys().next().value as string;
    cells.delete(oldest);
    const key = cellKey(oldest);
    if (byKey.get(key) === oldest) byKey.delete(key);
  }

  return {
    /** By the address as the host writes it: normalizing it on every call would cost more than everything else here. */
    get: (address: string): Noted | undefined => cells.get(address),
    /** Adds a cell that is not known by this address. Forgets the oldest if there are too many. */
    add: (address: string, noted: Noted): void => {
      if (cells.size >= CELLS) forgetOldest();
      cells.set(address, noted);
      unindexed.push(address);
      if (unindexed.length > CELLS) index();
    },
    /** By an address in any spelling. */
    find: (cell: string): Noted | undefined => {
      index();
      return cells.get(byKey.get(cellKey(cell)) ?? "");
    },
    setCalls,
    all: () => cells.values(),
    clear: () => {
      cells.clear();
      byKey.clear();
      unindexed = [];
    },
  };
}

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * Which cell asked which question, and when its answer arrived. A refresh uses it to request answers before it recalculates cells, and the pane to show ages.
 * Addresses may be outdated after rows were inserted or moved: compare with the formulas of the sheet.
 */
export function createCallLog() {
  const cells = createLoggedCells();
  const listeners = new Set<(question: Question, answer: Answer) => void>();

  function callsIn(cell: string): readonly LoggedCall[] {
    const noted = cells.find(cell);
    return noted ? callsOf(noted) : NONE;
  }

  /** Answers of one reply share it: the answer itself is not kept. */
  let era = 0;
  let dated: DatedOrigin = { receivedAt: NaN, maxAgeS: NaN, origin: "none", era };
  function datedOf(answer: Answer): DatedOrigin {
    const { receivedAt, maxAgeS } = answer;
    const origin = originOf(answer);
    if (dated.receivedAt !== receivedAt || dated.maxAgeS !== maxAgeS || dated.origin !== origin || dated.era !== era)
      dated = { receivedAt, maxAgeS, origin, era };
    return dated;
  }

  return {
    /** Records a call of this cell; without a question if its arguments are invalid. Returns the call, for `recordAnswer`. */
    record: (address: string | undefined, question: Question | undefined): LoggedCall | undefined => {
      if (!address) return undefined;
      const noted = cells.get(address);
      if (!noted) {
        const call = question && { key: question.key, dated: undefined };
        cells.add(address, { latest: call, earlier: NONE, evaluations: 1 });
        return call;
      }
      noted.evaluations++;
      if (!question || noted.latest?.key === question.key) return question && noted.latest;
      const { key } = question;
      const calls = callsOf(noted);
      const call = calls.find((c) => c.key === key) ?? { key, dated: undefined };
      cells.setCalls(noted, [call, ...calls.filter((c) => c !== call)]);
      return call;
    },
    /** Records the outcome of a call: the answer its cell shows, or none. */
    recordAnswer: (call: LoggedCall, question: Question, answer: Answer | undefined): void => {
      call.dated = answer && datedOf(answer);
      if (answer) for (const listener of listeners) listener(question, answer);
    },
    /** Questions of this cell, newest first, each once. */
    questionsOf: (cell: string): readonly Question[] => callsIn(cell).map(({ key }) => questionOf(key)),
    /**
     * What this cell received for this question, without a date if its last call failed or is pending; undefined if it has not asked it since the page loaded,
     * or not recently.
     */
    received: (cell: string, { key }: Question): { readonly dated?: Dated } | undefined => {
      const call = callsIn(cell).find((c) => c.key === key);
      return call && (call.dated ? { dated: call.dated } : {});
    },
    /** Number of calls of this cell: shows whether it has been recalculated. */
    evaluations: (cell: string): number => cells.find(cell)?.evaluations ?? 0,
    /** Counts only answers that cells receive from now on, cached ones too. */
    forgetOrigins: (): void => void era++,
    /** Answers that cells have received: those of sample data, and the others. */
    origins: () => {
      let [sample, published] = [0, 0];
      for (const noted of cells.all())
        for (const { dated: of } of callsOf(noted)) {
          if (of?.era !== era) continue;
          if (of.origin === "sample") sample++;
          else if (of.origin === "published") published++;
        }
      return { sample, published };
    },
    /** Forgets everything: another workbook was opened. */
    clear: cells.clear,
    /** Calls the listener with every answer that a cell receives. Returns an unsubscribe function. */
    onAnswer: (listener: (question: Question, answer: Answer) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
