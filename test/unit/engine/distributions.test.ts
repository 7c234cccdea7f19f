import { readFileSync } from "node:fs";
import path from "node:path";
import { untrustedIn } from "../../../src/engine/trust/trust";
import { valuesOf } from "./values-of";

/** Formulas and their values, calculated with 40 digits by series, and rounded to a double. */
const VALUES = readFileSync(path.join(__dirname, "distributions.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t") as [formula: string, value: string]);

test("distributions have twelve right digits", async () => {
  const formulas = VALUES.map(([formula]) => `=${formula}`);
  const given = (await valuesOf(formulas, [])) as readonly number[];
  const isRight = (i: number, value: number): boolean => Math.abs(given[i]! - value) <= 1e-12 * Math.abs(value);
  const wrong = VALUES.flatMap(([formula, value], i) => (isRight(i, Number(value)) ? [] : [`${formula}: ${given[i]} in place of ${value}`]));
  expect(wrong).toEqual([]);
});

test("distributions give a value for each element of an array, and an error outside of their range", async () => {
  const formulas = [
    "=SUM(NORM.S.DIST({-1,1},TRUE))",
    "=SUM(F.DIST.RT({1,1},{2,2},{2,2}))",
    "=T.DIST.2T(-1,5)",
    "=F.DIST(1,0,3,TRUE)",
    "=CHISQ.DIST.RT(-1,3)",
    "=BETA.DIST(2,1,1,TRUE)",
    "=NORM.DIST(1,0,0,TRUE)",
    "=GAMMA(-1)",
    "=T.DIST(0,3,TRUE)",
    "=GAMMA(6)",
  ];
  const NUM = { error: "#NUM!" };
  expect(await valuesOf(formulas, [])).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14), NUM, NUM, NUM, NUM, NUM, NUM, 0.5, 120]);
});

test("an inverse distribution fails where the last digit of its probability decides, and outside of what has twelve digits", async () => {
  const formulas = "=T.INV(0.5,7) =T.INV(0.5+1E-12,7) =BETA.INV(1-1E-13,5,5) =T.INV.2T(0.05,1E5) =F.INV(0,3,3) =T.INV(1,3) =BETA.INV(0.5,0,1)".split(" ");
  const [FAILED, NUM] = [{ error: "#ERROR!" }, { error: "#NUM!" }];
  const given = await valuesOf(formulas, []);
  expect(given).toEqual([0, FAILED, FAILED, FAILED, 0, NUM, NUM]);
});

test("a distribution with twelve right digits is trusted, also if the second engine has fewer", () => {
  for (const formula of ["=T.DIST.2T(A1,5)", "=F.DIST(A1,2,3,TRUE)", "=NORM.S.DIST(A1,TRUE)"]) expect(untrustedIn(formula)).toBeUndefined();
});
