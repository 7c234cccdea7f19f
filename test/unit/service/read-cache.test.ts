import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { addDays, type IsoDate } from "../../../src/contract/dates";
import { readArguments } from "../../../src/contract/arguments";
import { FUNCTION_NAMES, type FunctionName } from "../../../src/contract/functions";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import { evaluatorOf } from "../../../src/service/families/families";
import { openStore, type Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { many, SEED } from "../../corpus";
import { momentNear, sessionOf } from "./future-rows";
import { questionOf, type Question } from "./random-questions";
import { integer, oneOf, randomOf, rowsAround, type Random, type Rows } from "./random-rows";

const DAY: IsoDate = sessionOf("2024-08-15");
/** Fields of a question about sample rows would take seconds. */
const OF_SERIES: readonly FunctionName[] = ["FRED", "FREDH", "YIELD", "CBRATE", "MMRATE", "PRICE"];
const WORLDS = many(10, 1);
const STEPS = many(60, 20);
const QUESTIONS = 20;

type Document = Pick<Rows, "rows" | "records" | "reports">;

/** A document with some of the rows of one kind. */
function documentOf({ rows, records, reports }: Rows, random: Random, until: IsoDate): Document {
  const what = random();
  const share = 0.05 + 0.6 * random();
  const some = <T>(of: readonly T[]): T[] => of.filter(() => random() < share);
  if (what < 0.35) {
    const { series } = oneOf(random, rows);
    return { rows: some(rows.filter((row) => row.series === series && row.date <= until)), records: [], reports: [] };
  }
  if (what < 0.45) return { rows: [], records: [], reports: some(reports.filter(({ filed }) => filed <= until)).slice(0, 8) };
  const { dataset } = oneOf(random, records);
  return { rows: [], records: some(records.filter((row) => row.dataset === dataset && row.known <= until)), reports: [] };
}

/** The same document with other values of some of its numeric rows. */
const revised = (document: Document, random: Random): Document => ({
  ...document,
  rows: document.rows.map((row) => (row.value === null || random() < 0.5 ? row : { ...row, value: row.value * 1.01, published: undefined })),
});

/** A store that caches, another process that writes to its database, and what both have done. */
class CachedWorld {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "read-cache-"));
  private readonly file = path.join(this.folder, "service.db");
  private readonly store = openStore({ path: this.file });
  private readonly other = openStore({ path: this.file });
  private readonly rows: Rows;
  private now = Date.parse(`${addDays(DAY, 1)}T15:00:00Z`);
  private documents = 0;
  private isSampleOn = false;
  private readonly moments: readonly number[];
  private readonly asked: Question[];
  private readonly ofSeries: Question[];

  constructor(private readonly random: Random) {
    this.rows = rowsAround(DAY, random);
    this.store.decisions.decide("sample", false, DAY);
    this.moments = [0, 30, 90].map((days) => momentNear(sessionOf(addDays(DAY, -days)), random));
    const questions = (names: readonly FunctionName[], count: number): Question[] =>
      Array.from({ length: count }, () => questionOf(oneOf(random, names), DAY, random));
    this.asked = questions(FUNCTION_NAMES, 70);
    this.ofSeries = questions(OF_SERIES, 20);
  }

  close(): void {
    this.store.close();
    this.other.close();
    rmSync(this.folder, { recursive: true });
  }

  private insert(store: Store, document: Document): void {
    const name = `${this.documents++}`;
    store.insertBatch({ publisher: "test", file: name, sha256: name, ...document }, new Date(this.now).toISOString());
  }

  /** An import, a confirmation, a decision, a removal or an unfinished write, by this process or another one. */
  change(): string {
    const { random } = this;
    const store = random() < 0.5 ? this.store : this.other;
    const what = random();
    if (what < 0.55) {
      // Rows of later days are not public yet.
      const document = documentOf(this.rows, random, random() < 0.1 ? addDays(DAY, 5) : DAY);
      this.insert(store, document);
      if (random() < 0.3) this.insert(store, revised(document, random));
      return "import";
    }
    if (what < 0.65) {
      store.freshness.confirm(
        [oneOf(random, ["board/DGS10", "treasury/DGS10", "finra/short_interest", "sec/statement"])],
        new Date(this.now).toISOString(),
        "a.feed",
      );
      return "confirm";
    }
    if (what < 0.75) {
      this.isSampleOn = random() < 0.3;
      store.decisions.decide("sample", this.isSampleOn, DAY);
      store.decisions.decide("gdelt", random() < 0.5, DAY);
      return "decide";
    }
    if (what < 0.8) {
      store.forgetSeries(oneOf(random, this.rows.rows).series, DAY);
      return "forget";
    }
    if (what < 0.9) {
      expect(() =>
        store.writing(() => {
          this.insert(store, documentOf(this.rows, random, DAY));
          for (const { fn, args } of this.asked.slice(0, 12)) {
            const read = readArguments(fn, args);
            if (read.ok) evaluatorOf(fn)?.(read.args, { store, clock: createClock(undefined, () => this.now) });
          }
          throw new Error("stopped");
        }),
      ).toThrow("stopped");
      return "unfinished";
    }
    this.now += integer(random, 1, 30) * 3_600_000;
    return "later";
  }

  /** Answers of this store, of the cache of another process, and of an empty cache. */
  answers(): readonly [cached: string, other: string, fresh: string] {
    const { random } = this;
    const of = this.isSampleOn ? this.ofSeries : this.asked;
    const questions = Array.from({ length: QUESTIONS }, () => oneOf(random, of));
    const at = random() < 0.6 ? undefined : { moment: oneOf(random, this.moments) };
    const clock = createClock(at, () => this.now);
    const fresh = openStore({ path: this.file });
    try {
      return [this.store, this.other, fresh].map((store) =>
        JSON.stringify(evaluateCells(readWireCells(questions.map((q, id) => ({ id, ...q }))), { store: store.at(clock.moment()), clock }), null, 1),
      ) as [string, string, string];
    } finally {
      fresh.close();
    }
  }
}

test.each(Array.from({ length: WORLDS }, (_, i) => `${SEED} ${i}`))(
  "a cached answer is what an empty cache answers, after any change and as of any moment (%s)",
  (name) => {
    const random = randomOf([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
    const world = new CachedWorld(random);
    try {
      for (let step = 0; step < STEPS; step++) {
        const change = world.change();
        for (let times = 0; times < 2; times++) {
          const [cached, other, fresh] = world.answers();
          expect([step, change, cached, other]).toEqual([step, change, fresh, fresh]);
        }
      }
    } finally {
      world.close();
    }
  },
);
