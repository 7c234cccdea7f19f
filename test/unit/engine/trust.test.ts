import { namesOf } from "../../conformance/book-of";
import path from "node:path";
import { ENGINE_FAILED } from "../../../src/engine/engine-errors";
import { precisionOf, sameResult } from "../../../src/engine/trust/agreement";
import { operationsOf } from "../../../src/engine/trust/operations";
import { unconfirmableIn, untrustedIn } from "../../../src/engine/trust/trust";
import { CONFIRMABLE, TRUSTED } from "../../../src/engine/trust/trusted-functions";
import { type CellValue, isError } from "../../../src/workbook/cell";
import { partOf, TESTED, WHOLE } from "../../corpus";
import type { FormulaResult } from "../../engine-agreement/book-result";
import { confirmableBy, telling, trustedBy } from "../../engine-agreement/by-function";
import { runBooks } from "../../engine-agreement/run-books";
import { itWithSharedBooks } from "../../shared-books";

test("a formula with functions that agree with Excel is trusted, any other names its first that is not", () => {
  expect(untrustedIn("=ABS(A1*2)+PMT(B1,12,C1)")).toBeUndefined();
  expect(untrustedIn('=SERVICE.FRED("DGS10")/100')).toBeUndefined();
  expect(untrustedIn("=PMT(NOTAFUNCTION(A1),RAND())")).toBe("NOTAFUNCTION");
  expect(untrustedIn('="RAND()"')).toBeUndefined();
});

test("TODAY and NOW are trusted; random functions, and those that read cells that the formula does not name, are not", () => {
  expect(untrustedIn("=TODAY()-NOW()")).toBeUndefined();
  for (const name of ["RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO"]) expect(untrustedIn(`=1+${name}(A1)`)).toBe(name);
});

test("functions that read more than values are not trusted, even if two engines agree", () => {
  for (const name of ["ISFORMULA", "FORMULATEXT", "SHEET", "SHEETS", "DATEVALUE", "VALUE"])
    expect([untrustedIn(`=${name}(A1)`), unconfirmableIn(`=${name}(A1)`)]).toEqual([name, name]);
});

test("the second engine gets no function that it may calculate without end", () => {
  expect(untrustedIn("=COMBIN(A1,2)")).toBeUndefined();
  expect(unconfirmableIn('=TEXT(COMBIN(A1,2),"0")')).toBe("COMBIN");
});

test("no list has a name that a workbook defined", () => {
  expect([...TRUSTED, ...CONFIRMABLE].filter((name) => /^(?:WEEK|CAL_MONTH|TEMPERATURE|COUNTWORDS|XYZ|SUMM)$/.test(name))).toEqual([]);
});

test("functions in which the engine errs in some cases need the same value from a second engine", () => {
  for (const formula of ["=MODE(A1:A9)", '=TEXT(A1,"0.00")', "=XMATCH(1,A1:A9,0)", "=MIRR(A1:A9,0.1,0.1)", "=MEDIAN(A1:A9)"]) {
    expect([formula, untrustedIn(formula)]).not.toEqual([formula, undefined]);
    expect([formula, unconfirmableIn(formula)]).toEqual([formula, undefined]);
  }
  expect(unconfirmableIn("=SUM(A1:A9)+PMT(B1,12,C1)")).toBeUndefined();
  for (const name of ["RAND", "OFFSET", "INDIRECT", "NOTAFUNCTION", "VALUE"]) expect(unconfirmableIn(`=MEDIAN(1,${name}(A1))`)).toBe(name);
});

test("the formula of a name counts, also through another name", () => {
  const names = namesOf({ Last: "=OFFSET(S!$A$1,1,0)", Twice: "=2*last" });
  expect(untrustedIn("=Twice+1", names)).toBe("OFFSET");
  expect(untrustedIn("=Other+1", names)).toBeUndefined();
  expect(untrustedIn("=Sum(1)+week(2)", [{ name: "Week", formula: "=LAMBDA(x,OFFSET(x,1,0))" }])).toBe("OFFSET");
  expect(untrustedIn("=Own+1", [{ name: "Own", formula: "=1", sheet: "S" }])).toBe("the name Own of one sheet");
});

test("operations count like functions", () => {
  expect(operationsOf('=A1&"x"=B1*2')).toEqual(["joining with &", "comparison", "arithmetic"]);
  expect(operationsOf("=SUM(A1#,@B1:B2,{1,2})")).toEqual(["SUM", "a spilled range such as A1#", "the operator @", "an array constant"]);
  expect(operationsOf("=A1:INDEX(A:A,3) B1:B2")).toEqual(["a range between calculated ends", "INDEX", "the intersection of ranges"]);
  expect(operationsOf("=#REF!+A1")).toEqual(["an error value", "arithmetic"]);
  expect(operationsOf("=A1:B2")).toEqual([]);
  expect(operationsOf('=IF(A1,"#N/A","n/a")')).toEqual(["IF", "a text that looks like an error value"]);
  expect(operationsOf("=ROUND(A1,-1)")).toEqual(["ROUND"]);
});

test("several percent signs in a row, and several signs before a power, are not trusted, even if two engines agree", () => {
  const percent = "several percent signs in a row";
  const power = "several signs before a power such as --A1^2";
  for (const formula of ["=A1%%", "=SUM(A1)% %", "=IF(A1>0,-A1%%%,1)"])
    expect([formula, untrustedIn(formula), unconfirmableIn(formula)]).toEqual([formula, percent, percent]);
  const powers = "=--A1^2|=- -A1^2|=---A1^2|=-+2%^2|=SUM(1,--SUM(A1,(B1))^2)|=--(A1+1)^2|=A1*--'My Sheet'!A1^2|=1=+-A1^2|={1}+--A1^2|=--A1:B2^2".split("|");
  for (const formula of powers) expect([formula, untrustedIn(formula), unconfirmableIn(formula)]).toEqual([formula, power, power]);
  const trusted = "=--A1 =-+A1 =+A1 =A1^-2 =-A1^2 =A1%^2 =2^A1% =A1%-A1% =3--A1^2 =SUMPRODUCT(--(A1:A9>1),B1:B9^2) =--A1*B1^2 =(--A1)^2".split(" ");
  expect(trusted.map((formula) => untrustedIn(formula))).toEqual(trusted.map(() => undefined));
});

/** A refresh writes neither. */
const isUnwritten = (got: CellValue): boolean => got === null || (isError(got) && got.error === ENGINE_FAILED);

itWithSharedBooks(`no value that a refresh writes differs from Excel's, and no book stops an engine (${TESTED})`, async (books) => {
  const results = await runBooks(
    partOf(books, 0.03, (file) => path.basename(file)),
    WHOLE ? 120_000 : 30_000,
  );
  expect(results.filter((r) => "failed" in r)).toEqual([]);
  const wrong = results.flatMap((r) => {
    if (!("formulas" in r) || !/^Microsoft /.test(r.application)) return [];
    const isWritten = ({ formula, enginesAgree }: FormulaResult): boolean =>
      untrustedIn(formula, r.names) === undefined || (enginesAgree && unconfirmableIn(formula, r.names) === undefined);
    return telling(r.formulas)
      .filter((one) => !one.agrees && isWritten(one) && !isUnwritten(one.got))
      .map((formula) => ({ book: path.basename(r.file), ...formula }));
  });
  expect(wrong).toEqual([]);
  if (!WHOLE) return;
  const trusted = trustedBy(results);
  expect(trusted).toEqual(TRUSTED);
  expect(confirmableBy(results).filter((name) => !trusted.includes(name))).toEqual(CONFIRMABLE);
});

const NA = { error: "#N/A" };

test.each<[CellValue, CellValue, boolean]>([
  [1.5, 1.5 + 1e-10, true],
  [1.5, 1.5 + 1e-8, false],
  [6.1e-17, 0, true],
  [1e-9, 0, false],
  ["a", "a", true],
  ["a", "A", false],
  ["1", 1, false],
  [true, 1, false],
  [null, "", true],
  [null, 0, false],
  [NA, { error: "#N/A" }, true],
  [NA, { error: "#VALUE!" }, false],
  [NA, "#N/A", false],
  [Number.NaN, 1, false],
])("%j and %j are the same result: %j", (a, b, same) => {
  expect([sameResult(a, b, precisionOf("=SUM(A1)")), sameResult(b, a, precisionOf("=SUM(A1)"))]).toEqual([same, same]);
});

test("an iterated rate needs the precision to which Excel iterates it, and no more", () => {
  expect(sameResult(0.07930826116, 0.07930825967, precisionOf("=XIRR(A1:A9,B1:B9)"))).toBe(true);
  expect(sameResult(0.0793, 0.0794, precisionOf("=XIRR(A1:A9,B1:B9)"))).toBe(false);
});

test("a net present value near 0 counts as rounding", () => {
  expect(sameResult(6.4e-12, -6.7e-15, precisionOf("=NPV(A1,B1:B9)"))).toBe(true);
  expect(sameResult(6.4e-12, -6.7e-15, precisionOf("=SUM(B1:B9)"))).toBe(false);
  expect(sameResult(1e-8, 0, precisionOf("=NPV(A1,B1:B9)"))).toBe(false);
});
