import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { FUNCTION_NAMES, type FunctionName, functionSpec } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { BANKS, COUNTRIES, INDICATORS, PERPETUALS, WHALE_ASSETS } from "../../../../src/contract/vocabulary";
import type { EvaluateField } from "../../../../src/service/answers/family";
import { evaluatorOf, FAMILIES, WORLD_FAMILIES } from "../../../../src/service/families/families";
import { ask, codeOf, contextOn } from "./ask-world";
import { type Argument, readArguments } from "../../../../src/contract/arguments";

/** Every name of every vocabulary, before the field. */
const NAMES: Partial<Record<FunctionName, readonly (readonly string[])[]>> = {
  REGIME: [[]],
  CBRATE: [...BANKS, "CHE", "EMU", "EA", "switzerland", "XX"].map((b) => [b]),
  BIS: COUNTRIES.flatMap(([two, three]) => INDICATORS.flatMap((i) => [[two, i] as const, [three, i] as const])),
  ESI: [[]],
  WHALE: [...WHALE_ASSETS, "XRP"].map((a) => [a]),
  FUNDING: [...PERPETUALS, "XBT"].map((p) => [p]),
  ONCHAIN_RISK: ["BTC", "ETH", "SOL", "XRP", "FOO"].map((a) => [a]),
  ODDS: [
    ...["fed-cut-2026-12", "dollar reserve currency", "US recession 2026", "bitcoin record 2026", "people on mars", "s&p 500 december 2026"],
    ...["bitcoin", "zebra", "fed-cut-2026-10", "-", "%"],
  ].map((q) => [q]),
  OSINT: ["semiconductor", "oil", "zebrafish quantum", "x"].map((k) => [k]),
};
const FUNCTIONS = Object.keys(NAMES) as FunctionName[];

function questions(fn: FunctionName): { args: string[]; field?: string }[] {
  const fields = declarationOf(fn).fields.map((f) => f.name);
  return (NAMES[fn] ?? []).flatMap((names) => (fields.length === 0 ? [{ args: [...names] }] : fields.map((field) => ({ args: [...names, field], field }))));
}

describe.each(FUNCTIONS)("%s", (fn) => {
  test("gives the same answers on the same day in any order of questions", () => {
    const day = "2024-06-25";
    const all = questions(fn);
    const once = all.map(({ args }) => ask(day, fn, ...args));
    for (const other of ["2026-11-20", "2021-02-03"]) for (const { args } of all.slice(0, 20)) ask(other, fn, ...args);
    expect(all.reverse().map(({ args }) => ask(day, fn, ...args))).toEqual(once.reverse());
  });

  const refusesAll = fn === "ESI";
  test(refusesAll ? "refuses every field because its forecasts are proprietary" : "gives values for over 40 % of its names and fields on a recent day", () => {
    const answers = questions(fn).map(({ args }) => ask("2026-11-20", fn, ...args));
    const served = answers.filter((a) => codeOf(a) === undefined).length / answers.length;
    if (refusesAll) expect(served).toBe(0);
    else expect(served).toBeGreaterThan(0.4);
  });
});

test("every family has a unique name", () => expect(new Set(FAMILIES.map((f) => f.name)).size).toBe(FAMILIES.length));

test("each function counts the names that it covers", () => {
  const functions = WORLD_FAMILIES.flatMap((f) => Object.entries(f.functions));
  const counts = Object.fromEntries(functions.map(([fn, { universe }]) => [fn, universe?.(contextOn("2026-11-20"))]));
  expect(counts).toMatchObject({ CBRATE: 38, BIS: 39, WHALE: 6, FUNDING: 33, ONCHAIN_RISK: 3 });
  expect(counts["ODDS"]).toBeGreaterThanOrEqual(80);
});

test("the value of an observation date, and of the same dates of its inputs, stays the same on later days", () => {
  // Each clock sees only the newest rows, so equal dates must carry equal values. Inputs of one date become public on different days: on Good Friday 2024 the Board
  // published its rates of Thursday, and there was no new curve.
  for (const [fn, args] of [
    ["BIS", ["DE", "cpi", "value"]],
    ["BIS", ["US", "gdp", "value"]],
    ["CBRATE", ["SE", "rate"]],
    ["REGIME", ["score"]],
  ] as const) {
    const seen = new Map<string, unknown>();
    for (let day: IsoDate = "2024-01-01"; day < "2024-04-01"; day = addDays(day, 1)) {
      const answer = ask(day, fn, ...args);
      if ("code" in answer) throw new Error(answer.reason);
      const inputs = (answer.components ?? []).map((component) => ("absent" in component ? component.name : component.observation_date));
      const dates = JSON.stringify([answer.observation_date, inputs]);
      if (seen.has(dates)) expect(answer.value).toBe(seen.get(dates));
      seen.set(dates, answer.value);
    }
    expect(seen.size).toBeGreaterThan(0);
  }
});

const WITH_FIELDS = FUNCTION_NAMES.filter((fn) => declarationOf(fn).fields.length > 0);
const fieldAt = (fn: FunctionName): number => functionSpec(fn).parameters.findIndex((p) => p.name === "field");
const context = contextOn("2024-06-25");

/** The arguments of the documented example, with another field, which is not validated. */
function argumentsOf(fn: FunctionName, field: string): Argument[] {
  const read = readArguments(
    fn,
    functionSpec(fn).parameters.map((p) => p.example),
  );
  if (!read.ok) throw new Error(read.message);
  return read.args.map((arg, i) => (i === fieldAt(fn) ? field : arg));
}

/** The family's own evaluation, without the check of the field before it. */
function evaluateInFamily(fn: FunctionName, field: string): unknown {
  const evaluate = FAMILIES.find(({ functions }) => functions[fn])?.functions[fn]?.evaluate as EvaluateField;
  return evaluate(argumentsOf(fn, field), context, field);
}

const isAnswer = (answer: unknown): boolean => typeof answer === "object" && answer !== null && ("value" in answer || "code" in answer);

test("every function with fields has a parameter named field", () => {
  expect(WITH_FIELDS.filter((fn) => fieldAt(fn) < 0)).toEqual([]);
});

test("an undeclared field is a wrong argument in every function", () => {
  const answers = WITH_FIELDS.map((fn) => ({ fn, ...evaluatorOf(fn)!(argumentsOf(fn, "no_such_field"), context) }));
  expect(answers.filter((answer) => !("code" in answer) || answer.code !== "bad_argument")).toEqual([]);
  expect(answers.find(({ fn }) => fn === "GAMMA")).toMatchObject({
    reason: "GAMMA has no field no_such_field.",
    explanation: 'GAMMA has no field "no_such_field". Use net, call, put or flip.',
  });
});

test("no data family returns a value for an undeclared field", () => {
  const answered = WITH_FIELDS.filter((fn) => {
    try {
      const answer = evaluateInFamily(fn, "no_such_field");
      return typeof answer === "object" && answer !== null && "value" in answer;
    } catch {
      // A family that has no answer at all may fail on the way: that is no value either.
      return false;
    }
  });
  expect(answered).toEqual([]);
});

test("every declared field gets a value or a reason from its data family", () => {
  const asked = WITH_FIELDS.flatMap((fn) => declarationOf(fn).fields.map(({ name }) => ({ fn, name, answer: evaluateInFamily(fn, name) })));
  expect(asked.filter(({ answer }) => !isAnswer(answer))).toEqual([]);
});
