import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LAYOUTS } from "./large-book";

const CELLS = 600_000;
const SERVICE_CELLS = [2_500, 5_000, 10_000, 20_000];
const BOOKS = [75_000, 150_000, 300_000, 600_000];
/** SERVICE cells in the books of other sizes and layouts. */
const FEW = 2_500;

type Figures = Readonly<Record<"zip" | "read" | "plan" | "patch" | "wall" | "processor" | "requests" | "changed" | "memory" | "comparing", number>>;

/** What is printed of a refresh. */
const ROWS: readonly (readonly [what: string, figure: (of: Figures) => number, digits?: number])[] = [
  ["unzip and zip with fflate, ms", ({ zip }) => zip],
  ["read, ms", ({ read }) => read],
  ["patch, ms", ({ patch }) => patch],
  ["× unzip and zip", ({ zip, read, patch }) => (read + patch) / zip, 2],
  ["plan, ms", ({ plan }) => plan],
  ["whole refresh, ms", ({ wall }) => wall],
  ["its processor time, ms", ({ processor }) => processor],
  ["its requests", ({ requests }) => requests],
  ["its peak memory, MB", ({ memory }) => memory / 1e6],
];

/** Runs one measurement in a process of its own. */
const measured = (bundle: string, ...argv: readonly string[]): Promise<Partial<Figures>> =>
  new Promise((resolve, reject) => {
    let figures: Partial<Figures> = {};
    const child = fork(bundle, argv);
    child.once("message", (message) => (figures = message as Partial<Figures>));
    child.once("error", reject);
    child.once("close", (status) => (status === 0 ? resolve(figures) : reject(new Error(`${argv.join(" ")} ended with status ${status}.`))));
  });

/**
 * Measures a refresh of large books beside unzipping and zipping them with fflate: how each step grows with the SERVICE cells and with the book, and how long
 * formulas of different layouts take.
 *
 * @param bundle of large-book-process
 */
export async function refreshes(out: (line: string) => void, bundle: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "service-bench-books-"));
  const file = path.join(folder, "book.xlsx");
  const line = (what: string, figures: readonly string[]) => out(`${what.padEnd(34)}${figures.map((figure) => figure.padStart(10)).join("")}`);
  const table = (head: string, sizes: readonly number[], rows: readonly Figures[]): void => {
    line(
      head,
      sizes.map((size) => size.toLocaleString("en-US")),
    );
    for (const [what, figure, digits = 0] of ROWS)
      line(
        what,
        rows.map((f) => figure(f).toLocaleString("en-US", { maximumFractionDigits: digits })),
      );
  };
  const all = async (serviceCells: number, cells: number): Promise<Figures> => {
    await measured(bundle, "make", file, String(serviceCells), String(cells));
    const parts = [await measured(bundle, "zip", file), await measured(bundle, "steps", file), await measured(bundle, "refresh", file)];
    return Object.assign({}, ...parts) as Figures;
  };
  try {
    out(
      `\nRefresh of a book of ${CELLS.toLocaleString("en-US")} cells, each SERVICE cell with a formula that depends on it. Every figure in a process of its own`,
    );
    const byCalls: Figures[] = [];
    for (const size of SERVICE_CELLS) byCalls.push(await all(size, CELLS));
    table("SERVICE cells", SERVICE_CELLS, byCalls);
    out(`\n${FEW.toLocaleString("en-US")} SERVICE cells in books of different sizes`);
    const byCells: Figures[] = [];
    for (const cells of BOOKS) byCells.push(await all(FEW, cells));
    table("cells", BOOKS, byCells);
    out(
      `\nWhole refresh by the formula beside each SERVICE cell: processor time in ms, peak memory in MB, and comparing with stored values in % of the calculation`,
    );
    line(
      "SERVICE cells",
      [FEW, FEW * 2].flatMap((size) => [size.toLocaleString("en-US"), "MB", "%"]),
    );
    for (const layout of Object.keys(LAYOUTS)) {
      const figures: string[] = [];
      for (const size of [FEW, FEW * 2]) {
        await measured(bundle, "make", file, String(size), String(CELLS), layout);
        const { processor = NaN, memory = NaN } = await measured(bundle, "refresh", file);
        const { comparing = NaN } = await measured(bundle, "compare", file);
        figures.push(processor.toFixed(0), (memory / 1e6).toFixed(0), comparing.toFixed(0));
      }
      line(layout, figures);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
