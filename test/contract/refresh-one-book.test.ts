import type { BookThread } from "../../src/commands/refresh/thread/book-thread";
import { bookTasks } from "../../src/commands/refresh/thread/book-tasks";
import type { TaskDesk } from "../../src/commands/refresh/thread/task-desk";
import { nodeHost } from "../../src/commands/node-host";
import type * as Headless from "../../src/engine/headless";
import type { DefinedName } from "../../src/workbook/book";
import type { SmallFile } from "../unit/workbook/xlsx/small-file";
import { bookOf, refreshDesk } from "./refresh-desk";

jest.mock("../../src/engine/headless", () => {
  const real = jest.requireActual<typeof Headless>("../../src/engine/headless");
  return {
    ...real,
    createHeadlessEngine: (...[book, parts]: Parameters<typeof real.createHeadlessEngine>) => {
      if (Object.values(book.sheets ?? {}).some(({ name }) => name === "Breaks")) throw new RangeError("Maximum call stack size exceeded");
      return real.createHeadlessEngine(book, parts);
    },
  };
});

/** Runs tasks in this thread, where the engine is replaced. */
jest.mock("../../src/commands/refresh/thread/book-thread", () => {
  const nothing = (): void => undefined;
  const noPost = (): never => {
    throw new Error("nothing posts here");
  };
  const bookThread: Pick<BookThread, "start" | "run"> = {
    start: nothing,
    run: async (task, given, { post = noPost, now }) => {
      const own: TaskDesk = { host: nodeHost(post, now), watch: { calculates: nothing, formula: nothing }, asked: nothing, answered: nothing };
      return (bookTasks[task] as (...args: unknown[]) => Promise<never>)(given, own);
    },
  };
  return { bookThread };
});

const desk = refreshDesk();
const { put, rowsOf, run, runUntilStopped } = desk;
const CALL = '<c r="A1"><f>_xldudf_SERVICE_FRED("DGS10")</f><v>1</v></c>';
const names = (...all: readonly Pick<DefinedName, "name" | "formula">[]): Pick<SmallFile, "workbook"> => ({
  workbook: `<definedNames>${all.map(({ name, formula }) => `<definedName name="${name}">${formula}</definedName>`).join("")}</definedNames>`,
});
const withFormula = (formula: string, rest: Partial<SmallFile> = {}): Uint8Array =>
  bookOf([`${CALL}<c r="B1"><f>A1*2</f><v>2</v></c><c r="C1"><f>${formula}</f><v>7</v></c>`], rest);
const chain = Array.from({ length: 5_000 }, (_, i) => ({ name: `N_${i + 1}`, formula: i === 4_999 ? "1" : `N_${i + 2}+1` }));
const loops = (name: string): string => `It uses the name ${name}, which refers to itself, also through other names. Open the book in Excel to update it.`;
const tooMany = (name: string): string =>
  `It uses the name ${name}, which leads to more names, or longer formulas, than this refresh can follow. Open the book in Excel to update it.`;

/** Books with a formula that Excel calculates and a refresh does not, and the reason why it keeps its value. */
const KEPT: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  "chain.xlsx": [withFormula("N_1+A1", names(...chain)), tooMany("N_1001")],
  "doubling.xlsx": [
    withFormula("N_1+A1", names(...chain.slice(0, 60).map(({ name }, i) => ({ name, formula: i === 59 ? "1" : `N_${i + 2}+N_${i + 2}` })))),
    tooMany("N_60"),
  ],
  "hidden.xlsx": [withFormula("IFERROR(LOOP,0)+A1", names({ name: "LOOP", formula: "LOOP+1" })), loops("LOOP")],
  "image.xlsx": [
    withFormula('_xldudf_SERVICE_FRED("DGS10")+LEN(_xlfn.IMAGE("https://example.com/a.png"))'),
    "It uses IMAGE, whose result may differ from Excel's.",
  ],
  "lambda.xlsx": [
    withFormula("FACTORIAL(5)+A1", names({ name: "FACTORIAL", formula: "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n&lt;2,1,_xlpm.n*FACTORIAL(_xlpm.n-1)))" })),
    loops("FACTORIAL"),
  ],
  "mutual.xlsx": [withFormula("N_A+A1", names({ name: "N_A", formula: "N_B+1" }, { name: "N_B", formula: "N_A+1" })), loops("N_B")],
  "service.xlsx": [withFormula("RATE_NOW+1", names({ name: "RATE_NOW", formula: '_xldudf_SERVICE_FRED("DGS10")+RATE_NOW' })), loops("RATE_NOW")],
};

describe("a book that cannot be calculated", () => {
  it("keeps what uses names without end or IMAGE, with the reason, and refreshes the rest of the book and the next books", async () => {
    for (const [name, [file]] of Object.entries(KEPT)) put(name, file);
    put("sum.xlsx", withFormula(`A1${"+1".repeat(4_094)}`));
    expect([await run("."), desk.err]).toEqual([0, Object.entries(KEPT).map(([name, [, why]]) => `${name}: S!C1 keeps its value. ${why}`)]);
    const values = (name: string): number[] => [...rowsOf(name)[0]!.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value]) => Number(value));
    for (const name of Object.keys(KEPT)) {
      const [rate, twice, kept] = values(name);
      expect([name, rate === 1, twice === rate! * 2, kept]).toEqual([name, false, true, 7]);
    }
    const [rate, twice, sum] = values("sum.xlsx");
    expect([rate === 1, twice, sum]).toEqual([false, rate! * 2, rate! + 4_094]);
  });

  const WHY = "It cannot be calculated here (Maximum call stack size exceeded). Open it in Excel.";
  const breaking = bookOf([CALL], { sheets: { Breaks: `<row r="1">${CALL}</row>` } });

  it("is refused in a sentence if the engine throws, and the next book is refreshed", async () => {
    put("a.xlsx", breaking);
    put("b.xlsx", bookOf([CALL]));
    expect([await run("--lock", "."), desk.err]).toEqual([1, [`a.xlsx: ${WHY}`]]);
    expect(desk.out.filter((line) => line.startsWith("b.xlsx: 1 SERVICE cell"))).toHaveLength(1);
    // Of another book, which a check would say, but it needs the calculation first.
    put("a.lock.json", desk.read("b.lock.json"));
    expect([await run("verify", "."), desk.err]).toEqual([1, [`a.xlsx: ${WHY}`]]);
    expect(desk.out.at(-1)).toMatch(/^b\.xlsx: no difference/);
  });

  it("is tried again in each round of --every, and the other books are refreshed in each", async () => {
    put("a.xlsx", breaking);
    put("b.xlsx", bookOf([CALL]));
    const events = { 16: () => desk.import("series.csv", { "2026-11-18": 4.2 }), 31: () => undefined };
    expect(await runUntilStopped(["--every", "15m", "."], () => events)).toBe(0);
    expect(desk.err).toEqual(["07:00", "07:15", "07:30"].map((time) => `2026-11-20 ${time}:00 a.xlsx: ${WHY}`));
    expect(desk.out.map((line) => line.slice(11, 27))).toEqual(["07:00:00 b.xlsx:", "07:30:00 b.xlsx:"]);
  });
});
