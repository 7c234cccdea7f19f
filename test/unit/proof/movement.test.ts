import { FUNCTION_NAMES, functionSpec, type FunctionName } from "../../../src/contract/functions";
import { LISTED_FUNCTIONS } from "../../../src/contract/functions/listed";
import { movementOf } from "../../../src/contract/functions/movement";
import { PATHS } from "../../../src/contract/paths";
import type { Answer } from "../../../src/core/outcome";
import { formulaOf, Question } from "../../../src/core/question";
import { type Refreshed, causesOf } from "../../../src/pane/refresh/change-of";
import { CHANGE_WORDS } from "../../../src/proof/change-words";
import { diffLocks } from "../../../src/proof/diff-locks";
import { lockOf } from "../../../src/proof/lock-of";
import { claimOf } from "../../../src/service/families/families";
import { answerOf } from "../core/question-of";

type Cause = "revision" | "new_window" | "new_period" | "other_value";

/** What another value of the same observation date is. A function that is added needs its name here. */
const CAUSES: Readonly<Record<Cause, string>> = {
  revision: "REGIME PRICE FRED FREDH BIS FILING LIQUIDITY NETLIQ HOLDERS13F SHORTINTEREST CBRATE YIELD MMRATE RV IPO FIN CHANGE VAR SHARPE GAMMA ASOF",
  new_window: "SIGNAL WHALE OSINT ONCHAIN_RISK SMARTMONEY CONFLUENCE TRACKRECORD ESI INSIDER CONGRESS",
  new_period: "FUNDING ODDS",
  other_value: "",
};
/** The fields that compare a company with others. */
const OF_PEERS = ["percentile", "peer_median", "peer_count", "peer_level", "rank", "refusal"];

const fieldsOf = (fn: FunctionName): readonly string[] => LISTED_FUNCTIONS[fn].fields.map(({ name }) => name);
function causeOf(fn: FunctionName, field: string | undefined): Cause {
  const found = Object.entries(CAUSES).find(([, functions]) => functions.split(" ").includes(fn));
  if (!found) throw new Error(`CAUSES has no ${fn}.`);
  return fn === "RV" && OF_PEERS.includes(field ?? "") ? "other_value" : (found[0] as Cause);
}

/** Every function with each of its fields, and every sheet path: the question, and the expected cause. */
const QUESTIONS: readonly (readonly [string, Question, Cause])[] = [
  ...FUNCTION_NAMES.flatMap((fn) => {
    const { parameters } = functionSpec(fn);
    const fields = fieldsOf(fn);
    const ask = (field?: string) => {
      const args = parameters.map((p) => (field !== undefined && p.name === "field" ? field : p.kind === "integer" ? 30 : "X"));
      const known = field === undefined ? args.filter((_, i) => parameters[i]!.name !== "field") : args;
      return [`${fn} ${field ?? ""}`, new Question(JSON.stringify([fn, ...known]), fn), causeOf(fn, field)] as const;
    };
    return [ask(), ...fields.map(ask)];
  }),
  ...PATHS.map(({ path, fn, field }) => [`path ${path}`, new Question(JSON.stringify(["", "X", path]), path), causeOf(fn, field)] as const),
];

const DAY = "2026-11-20";
// The last row of a moved window may also be in another document.
const rowOf = (value: number) => {
  return { dataset: "d", entity: "e", date: DAY, document: { sha256: String(value).padStart(64, "0"), publisher: "p", file: "f", position: 1, received: DAY } };
};
const STATE = { moment: `${DAY}T12:00:00Z`, importPosition: 1, version: "1" };
const answer = (value: number) => answerOf(value, { observationDate: DAY, source: "user", trace: { rows: [rowOf(value)], state: STATE } });
const [before, after] = [answer(1), answer(2)];
/** A cell of one call that showed 1 and shows 2. */
const refreshed = (question: Question): Refreshed => {
  const cell = { sheet: "S", row: 0, column: 0, formula: "=x", value: 1, text: "1" };
  const asked = { cell, questions: [question], unknown: 0, alone: true };
  return { place: cell, formula: cell.formula, asked, asks: asked, before: cell, after: { value: 2, text: "2" } };
};

test("the pane names the cause of another value of the same date, for every function, field and path", () => {
  const found = QUESTIONS.map(([name, question]) => [name, causesOf(refreshed(question), { old: () => before, now: () => after })]);
  expect(found).toEqual(QUESTIONS.map(([name, , cause]) => [name, [cause]]));
});

test("a comparison of locks names the same cause", () => {
  const lockWith = (of: Answer) =>
    lockOf({
      formulas: QUESTIONS.map(([, question], i) => ({
        where: `S!A${i + 1}`,
        formula: `=${formulaOf(question)}`,
        questions: [question.key],
        shows: [[of.value]],
      })),
      names: [],
      answers: new Map(QUESTIONS.map(([, { key }]) => [key, of])),
      before: "a".repeat(64),
      after: "b".repeat(64),
      version: "1",
      localTime: `${DAY}T12:00:00`,
    });
  const found = diffLocks(lockWith(before), lockWith(after)).map(({ classes }, i) => [QUESTIONS[i]![0], classes]);
  expect(found).toEqual(QUESTIONS.map(([name, , cause]) => [name, [cause]]));
});

test("every field that the service calls a window has a moving window here", () => {
  const windows = FUNCTION_NAMES.filter((fn) => [undefined, ...fieldsOf(fn)].some((field) => claimOf(fn, ["X", field ?? null]) === "window"));
  expect(windows.filter((fn) => movementOf(fn, []) !== "window")).toEqual([]);
  expect(windows).toContain("WHALE");
});

test("a later observation date is a new period, also of a window", () => {
  const insider = new Question('["INSIDER","X","net"]', "INSIDER");
  const later = { ...after, observationDate: "2026-11-21" };
  expect(causesOf(refreshed(insider), { old: () => before, now: () => later })).toEqual(["new_period"]);
});

test("the words of a moved window do not speak of a revision", () => {
  expect(CHANGE_WORDS).toHaveProperty("new_window.label", "New window");
  expect(CHANGE_WORDS).toHaveProperty("new_window.meaning", expect.not.stringMatching(/revis/i));
});
