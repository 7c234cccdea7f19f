import { readFileSync } from "node:fs";
import { FUNCTION_NAMES, functionSpec, type FunctionName } from "../../src/contract/functions";
import { documentedCalls } from "../documented-calls";
import { openServices } from "./service/service-under-test";

const serve = openServices();

/** Examples whose documentation announces a reason, with its code. */
const ANNOUNCED: Partial<Record<FunctionName, string>> = { ESI: "proprietary_forecasts", CONFLUENCE: "no_active_signal" };
/** The fiscal year of this example had not been filed by the earlier day. */
const DAYS = ["2025-08-11", "2026-11-20"] as const;

const documents = ["docs/functions.md", "SKILL.md", "README.md"].map((file) => readFileSync(`${__dirname}/../../${file}`, "utf8"));

test("every function has an example in its reference, and in SKILL.md", () => {
  const [reference = "", skill = ""] = documents;
  const shownIn = (document: string) => new Set(documentedCalls(document).map((c) => c.fn));
  const typed = FUNCTION_NAMES.filter((fn) => reference.includes(`## SERVICE.${fn}(`));
  expect(typed.length).toBeGreaterThan(20);
  expect(typed.filter((fn) => !shownIn(reference).has(fn) || !shownIn(skill).has(fn))).toEqual([]);
});

test.each(DAYS)("on %s every documented example shows a value or its documented reason", async (asOf) => {
  const s = await serve({ asOf });
  const faults: string[] = [];
  for (const { fn, args, text } of documents.flatMap(documentedCalls)) {
    const answer = await s.ask(fn, ...args);
    if (answer.value === null && ANNOUNCED[fn] !== answer.code) faults.push(`${text}: ${answer.code} ${answer.reason}`);
  }
  expect(faults).toEqual([]);
});

/** A function's parameters, as far as needed to call it with their examples. */
const examplesOf = (fn: FunctionName): (string | number | null)[] =>
  functionSpec(fn).parameters.map((p) => {
    const example = "example" in p ? p.example : "";
    return p.kind === "integer" ? Number(example) : example;
  });

test.each(DAYS)("on %s every function answers the examples of its parameters", async (asOf) => {
  const s = await serve({ asOf });
  const faults: string[] = [];
  for (const fn of FUNCTION_NAMES) {
    const answer = await s.ask(fn, ...examplesOf(fn));
    if (answer.value === null && ANNOUNCED[fn] !== answer.code) faults.push(`${fn}(${examplesOf(fn).join()}): ${answer.code} ${answer.reason}`);
  }
  expect(faults).toEqual([]);
});
