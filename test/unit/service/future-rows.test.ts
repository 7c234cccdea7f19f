import { addDays } from "../../../src/contract/dates";
import { FUNCTION_NAMES, functionSpec, type FunctionName } from "../../../src/contract/functions";
import type { PublicationsOnWire, WireAnswer } from "../../../src/contract/wire";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import type { Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { many, SEED, WHOLE } from "../../corpus";
import { questionOf, type Question, type Value } from "./random-questions";
import { dayOf, momentNear, sessionOf, twoStores } from "./future-rows";
import { integer, randomOf, rowsAround } from "./random-rows";

const QUESTIONS = many(10_000, 100);
/** Making two stores takes longer than a hundred questions. */
const PER_MOMENT = many(250, 100);

/** An answer with when its value became public, in milliseconds since 1970, and how that is known. */
interface Answered extends Omit<WireAnswer, "public"> {
  readonly public?: { readonly at: number } & NonNullable<PublicationsOnWire["publications"]>[number];
}

function answers(store: Store, questions: readonly Question[], moment: number): readonly Answered[] {
  const clock = createClock(undefined, () => moment);
  const { data, meta } = evaluateCells(readWireCells(questions.map((q, id) => ({ id, ...q }))), { store, clock });
  return data.map(({ public: since, ...answer }) => (since ? { ...answer, public: { at: Date.parse(since.at), ...meta.publications![since.by]! } } : answer));
}

/** What an answer says of its figure. Reasons may name what is loaded. */
const figureOf = ({ value, kind, unit, observation_date, components, caveats, source, peer_level, public: since }: Answered): object => ({
  value,
  ...(value === null ? {} : { kind, unit, observation_date, components, caveats, source, peer_level, since }),
});

/** Figures that count days back from the day of the question, or that another row makes the previous one: as of an earlier day they are others. */
const OF_ITS_DAY: ReadonlySet<FunctionName> = new Set(["CONGRESS", "INSIDER", "WHALE", "ONCHAIN_RISK", "CONFLUENCE", "SMARTMONEY", "ESI", "TRACKRECORD"]);
/** The same for fields. */
const FIELDS_OF_THEIR_DAY: ReadonlySet<string> = new Set(["SIGNAL count", "SIGNAL age_days"]);
/** A row of an earlier day than the newest one, which decides that it is shown. */
const OF_AN_OLDER_ROW: ReadonlySet<string> = new Set(["FRED previous", "MMRATE target_lower", "MMRATE target_upper"]);
const isOfItsDay = ({ fn, args }: Question): boolean =>
  OF_ITS_DAY.has(fn) ||
  fn === "FREDH" ||
  [...FIELDS_OF_THEIR_DAY, ...OF_AN_OLDER_ROW].includes(`${fn} ${args[functionSpec(fn).parameters.findIndex((p) => p.name === "field")]}`);
/** Properties that do not age, and data for which no file has the moment. */
const hasNoMoment = (fn: FunctionName, field: Value | undefined): boolean =>
  /^(FRED (unit|title|frequency)|BIS (unit|yoy_unit|attribution)|PRICE currency|LIQUIDITY inputs_missing)$/.test(`${fn} ${field ?? ""}`);

test("rows that became public after a moment change no answer as of that moment, and each figure is the same as of the moment since which it is public", () => {
  const random = randomOf(Number(SEED));
  const found: string[] = [];
  const wrong: string[] = [];
  const answered = new Map<FunctionName, number>();
  let asked = 0;
  while (asked < QUESTIONS) {
    const day = sessionOf(addDays("2023-02-01", integer(random, 0, 600)));
    const moment = momentNear(day, random);
    const [rows, otherRows] = twoStores(rowsAround(day, random), moment, random);
    const questions = Array.from({ length: PER_MOMENT }, (_, i) => questionOf(FUNCTION_NAMES[(asked + i) % FUNCTION_NAMES.length]!, dayOf(moment), random));
    const [one, other] = [answers(rows, questions, moment), answers(otherRows, questions, moment)];
    questions.forEach(({ fn, args }, i) => {
      const [a, b] = [JSON.stringify(figureOf(one[i]!)), JSON.stringify(figureOf(other[i]!))];
      if (one[i]!.value !== null) answered.set(fn, (answered.get(fn) ?? 0) + 1);
      if (a !== b) found.push(`${fn}(${args.join()}) as of ${new Date(moment).toISOString()}: ${a} instead of ${b}`);
    });
    questions.forEach((question, i) => {
      const { fn, args } = question;
      const { value, observation_date, public: since } = one[i]!;
      if (value === null) return;
      const what = `${fn}(${args.join()}) as of ${new Date(moment).toISOString()}`;
      const field = args[functionSpec(fn).parameters.findIndex((p) => p.name === "field")];
      if ((since === undefined) !== hasNoMoment(fn, field)) wrong.push(`${what}: ${since === undefined ? "no" : "a"} moment`);
      if (since === undefined) return;
      if (since.at > moment) wrong.push(`${what}: public after it`);
      if (isOfItsDay(question)) return;
      const then = answers(rows, [question], since.at)[0]!;
      if (then.value !== value || then.observation_date !== observation_date)
        wrong.push(`${what}: ${value} of ${observation_date}, but ${then.value ?? then.reason} as of ${new Date(since.at).toISOString()}`);
      // Several rows may have made the same figure before the newest of them.
      if (since.revisions === undefined || fn === "ASOF" || field === "period") return;
      const before = answers(rows, [question], since.at - 1000)[0]!;
      if (before.value === value && before.observation_date === observation_date)
        wrong.push(`${what}: already public before ${new Date(since.at).toISOString()}`);
    });
    asked += questions.length;
    rows.close();
    otherRows.close();
  }
  expect(found.slice(0, 10)).toEqual([]);
  expect(wrong.slice(0, 10)).toEqual([]);
  // Most questions have a value, so that the test compares figures and not reasons. GAMMA never has published rows: no document with options is imported.
  expect([...answered.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(0.7 * asked);
  if (WHOLE) expect(FUNCTION_NAMES.filter((fn) => !answered.has(fn))).toEqual(["GAMMA"]);
});
