import fc from "fast-check";
import { createIronCalc } from "../../../../src/commands/refresh/ironcalc-thread";
import type { SecondEngine } from "../../../../src/engine/ironcalc";
import { unconfirmableIn, untrustedIn } from "../../../../src/engine/trust/trust";
import { unconfirmed } from "../../../../src/hosts/refresh/confirm";
import type { PlannedFormula } from "../../../../src/hosts/refresh/book-formulas";
import { planOf } from "../../../../src/hosts/refresh/plan";
import type { Book, BookCell } from "../../../../src/workbook/book";
import type { CellValue } from "../../../../src/workbook/cell";
import { hasServiceCall } from "../../../../src/workbook/formulas/service-calls";

/** A book of these formulas in column A. */
const bookOf = (formulas: readonly string[]): Book => ({
  sheets: [{ name: "S", cells: formulas.map((formula, row): BookCell => ({ row, column: 0, value: 0, formula })) }],
  active: 0,
  names: [],
  settings: {},
});

/** Confirms a book's formulas. Both engines are given: the value of the formula in each row. */
async function confirmed(formulas: readonly string[], first: (row: number) => CellValue, second: (row: number) => CellValue | undefined) {
  const book = bookOf(formulas);
  const { planned, keep } = planOf(book);
  const results = new Map(planned.filter(({ why }) => why === undefined).map((one) => [one, [[first(one.cell.row)]]]));
  const fed: string[][] = [];
  const answersIn = ({ formula }: PlannedFormula) => (hasServiceCall(formula) ? [{ id: "SERVICE.FRED", values: [[4]] }] : []);
  const why = await unconfirmed({ book, planned, results, answersIn }, async (given) => {
    fed.push(given.sheets[0]!.cells.map(({ formula, value }) => formula ?? JSON.stringify(value)));
    const blocks = given.sheets[0]!.cells.map((cell) => [cell, second(cell.row)] as const);
    return new Map(blocks.flatMap(([cell, value]) => (cell.formula === undefined || value === undefined ? [] : [[cell, [[value]]] as const])));
  });
  keep(why);
  return { planned, fed };
}

test("the second engine is not loaded for trusted formulas", async () => {
  const { planned, fed } = await confirmed(
    ['=SERVICE.FRED("DGS10")', "=SUM(A1,1)"],
    () => 1,
    () => 2,
  );
  expect([fed, planned.map(({ why }) => why)]).toEqual([[], [undefined, undefined]]);
});

test("it gets the doubtful formulas with the answers, and the first engine's values of what they read", async () => {
  const formulas = ['=SERVICE.FRED("DGS10")', "=A1*2", '=TEXT(A2,"0.0")', '=TEXT(SERVICE.FRED("DGS2"),"0")', "=A3&A4", "=PI()"];
  const { planned, fed } = await confirmed(
    formulas,
    (row) => row * 1.5,
    (row) => row * 1.5,
  );
  expect(fed).toEqual([["1.5", '=TEXT(A2,"0.0")', '=TEXT(4,"0")']]);
  expect(planned.map(({ why }) => why)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("another value, another type, or none keeps the formula and what depends on it, with the reason", async () => {
  const formulas = ['=SERVICE.FRED("DGS10")', '=TEXT(A1,"0")', "=MODE(A1:A2)", "=MEDIAN(A1)", "=A2&A3", "=A4"];
  const { planned } = await confirmed(
    formulas,
    () => 1,
    (row) => [undefined, "1", undefined, 1 + 1e-12][row],
  );
  expect(planned.map(({ why }) => why)).toEqual([
    undefined,
    "It uses TEXT, for which two calculations gave different results.",
    "It uses MODE, whose result a second calculation could not confirm.",
    undefined,
    "It depends on S!A3, which keeps its value.",
    undefined,
  ]);
});

test("an engine that fails confirms nothing", async () => {
  const book = bookOf(['=TEXT(SERVICE.FRED("DGS10"),"0")']);
  const { planned } = planOf(book);
  const results = new Map(planned.map((one) => [one, [["4"]]]));
  const answersIn = () => [{ id: "SERVICE.FRED", values: [[4]] }];
  const why = async (second: SecondEngine) => [...(await unconfirmed({ book, planned, results, answersIn }, second)).values()];
  expect(await why(async () => "failed")).toEqual(["It uses TEXT, whose result a second calculation could not confirm."]);
  expect(await why(async () => "late")).toEqual(["It uses TEXT. The second calculation, which confirms such formulas, did not end in time for this book."]);
});

test("a book with a formula without end keeps its values, and the next book is confirmed", async () => {
  const said: (readonly (string | undefined)[])[] = [];
  let isLimited = true;
  const second = createIronCalc((_, then) => {
    if (isLimited) setImmediate(then);
    return () => undefined;
  });
  for (const formulas of [['=WORKDAY.INTL(SERVICE.FRED("X"),1E15)', '=TEXT(SERVICE.FRED("X"),"0.0")'], ['=TEXT(SERVICE.FRED("X"),"0.0")']]) {
    const book = bookOf(formulas);
    const { planned, keep } = planOf(book);
    const results = new Map(planned.map((one) => [one, [["4.0"]]]));
    const answersIn = () => [{ id: "SERVICE.FRED", values: [[4]] }];
    keep(await unconfirmed({ book, planned, results, answersIn }, second));
    said.push(planned.map(({ why }) => why));
    isLimited = false;
  }
  const late = (name: string): string => `It uses ${name}. The second calculation, which confirms such formulas, did not end in time for this book.`;
  expect(said).toEqual([[late("WORKDAY.INTL"), late("TEXT")], [undefined]]);
});

test("nothing is written that is not trusted, or that reads what is not written", async () => {
  const functions = ["SUM", "ABS", "TEXT", "SMALL", "MEDIAN", "COMBIN", "RAND", "OFFSET", "VALUE", "NOTAFUNCTION"];
  const formula = fc.tuple(fc.constantFrom(...functions), fc.nat(), fc.nat(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.array(formula, { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(1, 2, "1", undefined), { minLength: 13, maxLength: 13 }),
      async (drawn, second) => {
        const formulas = [
          '=SERVICE.FRED("DGS10")',
          ...drawn.map(([name, a, b, more], i) => `=${name}(A${(a % (i + 1)) + 1}${more ? `,A${(b % (i + 1)) + 1}` : ""})`),
        ];
        const { planned } = await confirmed(
          formulas,
          () => 1,
          (row) => second[row],
        );
        const kept = new Set(planned.filter(({ why }) => why !== undefined).map(({ cell }) => cell.row));
        const wrong = planned.filter(({ why, formula: text, cell, references }) => {
          if (why !== undefined) return false;
          const isTrusted = untrustedIn(text) === undefined || (unconfirmableIn(text) === undefined && second[cell.row] === 1);
          return !isTrusted || references.areas.some(({ row }) => kept.has(row));
        });
        expect(wrong).toEqual([]);
        // And no more is kept than that.
        const needless = planned.filter(
          ({ why, formula: text, cell, references }) =>
            why !== undefined &&
            (untrustedIn(text) === undefined || (unconfirmableIn(text) === undefined && second[cell.row] === 1)) &&
            !references.areas.some(({ row }) => kept.has(row)),
        );
        expect(needless).toEqual([]);
      },
    ),
    { numRuns: 150, seed: 1 },
  );
});
