import { readArguments, type Argument } from "../../../../src/contract/arguments";
import { FUNCTION_NAMES, functionSpec, type FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import type { EvaluateField } from "../../../../src/service/answers/family";
import { evaluatorOf, FAMILIES } from "../../../../src/service/families/families";
import { contextOn } from "./ask-world";

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
