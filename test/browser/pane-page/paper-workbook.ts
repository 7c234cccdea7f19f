import { errorOf } from "../../../src/core/failure";
import { failed, REASON_PREFIX, type Outcome } from "../../../src/core/outcome";
import { serialOf } from "../../../src/contract/dates";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { resolveCalls } from "../../../src/pane/questions/resolve-calls";
import type { PaneHost } from "../../../src/pane/pane-host";
import { type Scope, type Selection, type Workbook } from "../../../src/pane/workbook";
import { CellsTaken, WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import type { Content } from "../../../src/workbook/edits/sheet-edits";
import { isError, type CellPlace, type CellValue, type FormulaCell, type ShownCell } from "../../../src/workbook/cell";
import { addressOf } from "../../../src/workbook/cell-address";
import { hasServiceCall } from "../../../src/workbook/formulas/service-calls";

interface PaperCell {
  formula: string;
  value: CellValue;
  text: string;
}

/** A workbook in memory. The host's client answers its SERVICE formulas. For tests of tabs, which need no real grid. */
export interface PaperWorkbook extends Workbook {
  /** Sets a cell without calculating it. */
  put(address: string, cell: { formula?: string; value?: CellValue; text?: string }): void;
  select(address: string): void;
  cell(address: string): ShownCell & { readonly formula: string };
  /** Names of all sheets. */
  sheets(): string[];
  /** All rows of a sheet as written. */
  rows(sheet: string): CellValue[][];
}

const EMPTY: PaperCell = { formula: "", value: null, text: "" };
const columnOf = (letters: string): number => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1;

function areaOf(address: string): { sheet: string; row: number; column: number; rows: number; columns: number } {
  const m = /^(?:(.+)!)?([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(address);
  if (!m) throw new Error(`No address: ${address}`);
  const [row, column] = [Number(m[3]) - 1, columnOf(m[2] ?? "")];
  return { sheet: m[1] ?? "Sheet1", row, column, rows: m[5] ? Number(m[5]) - row : 1, columns: m[4] ? columnOf(m[4]) - column + 1 : 1 };
}

const textOf = (value: CellValue): string =>
  value === null ? "" : isError(value) ? value.error : typeof value === "boolean" ? String(value).toUpperCase() : String(value);

function cellOf(outcome: Outcome): { value: CellValue; text: string } {
  if (outcome.kind === "answer") {
    const { value, reason, kind } = outcome.answer;
    if (value === null) return { value: `${REASON_PREFIX}${reason ?? ""}`, text: `${REASON_PREFIX}${reason ?? ""}` };
    if (kind === "date" && typeof value === "string") return { value: serialOf(value) ?? value, text: value };
    return { value, text: textOf(value) };
  }
  if (outcome.kind === "no_key") return { value: NO_KEY_IN_CELL, text: NO_KEY_IN_CELL };
  const error = outcome.kind === "held" ? "#N/A" : outcome.kind === "failure" ? errorOf(outcome.failure) : outcome.error;
  return { value: { error }, text: error };
}

export function createPaperWorkbook(host: () => PaneHost): PaperWorkbook {
  const sheets = new Map<string, Map<string, PaperCell>>([["Sheet1", new Map()]]);
  const settings = new Map<string, string>();
  const listeners = new Set<() => void>();
  let selected = areaOf("A1");

  const at = ({ sheet, row, column }: CellPlace): PaperCell => sheets.get(sheet)?.get(`${row}:${column}`) ?? EMPTY;
  const set = ({ sheet, row, column }: CellPlace, cell: PaperCell): void => {
    const cells = sheets.get(sheet);
    if (!cells) throw new WorkbookRefusal(`There is no sheet ${sheet}. Select another one.`);
    if (cell.formula === "" && cell.value === null) cells.delete(`${row}:${column}`);
    else cells.set(`${row}:${column}`, cell);
  };
  const told = () => listeners.forEach((listener) => listener());

  async function calculate(place: CellPlace): Promise<void> {
    const { formula } = at(place);
    if (!hasServiceCall(formula)) return;
    const [[call] = []] = await resolveCalls([{ ...place, formula }], host().cells.callLog, workbook);
    if (!call) return;
    const { asks } = call;
    if (asks.kind === "question") host().cells.callLog.record(addressOf(place), asks.question);
    const outcome: Outcome | undefined =
      asks.kind === "question"
        ? await host().cells.ask(asks.question)
        : asks.kind === "wrong"
          ? failed({ code: "argument", message: asks.message })
          : undefined;
    if (outcome && at(place).formula === formula) set(place, { formula, ...cellOf(outcome) });
  }

  const enter = (place: CellPlace, content: Content): void => {
    if (typeof content === "object" && content !== null) {
      set(place, { formula: content.formula, value: { error: "#BUSY!" }, text: "#BUSY!" });
      void calculate(place);
    } else {
      const value = content;
      set(place, { formula: "", value, text: textOf(value) });
    }
  };

  const workbook: PaperWorkbook = {
    put: (address, { formula = "", value = null, text = textOf(value) }) => {
      const area = areaOf(address);
      if (!sheets.has(area.sheet)) sheets.set(area.sheet, new Map());
      set(area, { formula, value, text });
    },
    select: (address) => {
      selected = areaOf(address);
      told();
    },
    cell: (address) => at(areaOf(address)),
    sheets: () => [...sheets.keys()],
    rows: (sheet) => {
      const cells = [...(sheets.get(sheet) ?? [])].map(([key, cell]) => ({ row: Number(key.split(":")[0]), column: Number(key.split(":")[1]), cell }));
      const rows: CellValue[][] = [];
      for (const { row, column, cell } of cells) (rows[row] ??= [])[column] = cell.value;
      return rows;
    },
    selection: async (): Promise<Selection> => {
      const { sheet, row, column, rows, columns } = selected;
      const active = { sheet, row, column };
      const cell = at(active);
      const end = addressOf({ sheet, row: row + rows - 1, column: column + columns - 1 }).replace(/^.*!/, "");
      return {
        address: rows * columns === 1 ? addressOf(active) : `${addressOf(active)}:${end}`,
        rows,
        columns,
        active,
        formula: cell.formula,
        shown: { value: cell.value, text: cell.text },
      };
    },
    onSelection: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serviceCells: async (scope: Scope) => {
      const found: FormulaCell[] = [];
      for (const [sheet, cells] of sheets)
        for (const [key, { formula, value, text }] of cells) {
          const [row = 0, column = 0] = key.split(":").map(Number);
          const inside = row >= selected.row && row < selected.row + selected.rows && column >= selected.column && column < selected.column + selected.columns;
          if (!hasServiceCall(formula) || (scope !== "workbook" && sheet !== selected.sheet) || (scope === "selection" && !inside)) continue;
          found.push({ sheet, row, column, formula, value, text });
        }
      return found;
    },
    arrays: () => true,
    shown: async (places) =>
      places.map((place) => {
        if (!sheets.has(place.sheet)) throw new WorkbookRefusal(`There is no sheet ${place.sheet}.`);
        const { value, text } = at(place);
        return { value, text };
      }),
    recalculate: async (places) => {
      await Promise.all(places.map(calculate));
      told();
      return [];
    },
    write: async (place, rows, options) => {
      const places = rows.flatMap((row, r) =>
        row.map((content, c) => ({ place: { sheet: place.sheet, row: place.row + r, column: place.column + c }, content })),
      );
      const taken = places.find((p) => at(p.place) !== EMPTY);
      if (taken && !options?.over) throw new CellsTaken(`${addressOf(taken.place)} is not empty. Write over it, or choose another place.`);
      for (const p of places) enter(p.place, p.content);
      told();
      return addressOf(place);
    },
    writeSheet: async (name, rows, options) => {
      let free = name;
      for (let n = 2; sheets.has(free) && !options?.replace; n++) free = `${name} ${n}`;
      sheets.set(free, new Map());
      rows.forEach((row, r) => row.forEach((content, c) => content !== "" && enter({ sheet: free, row: r, column: c }, content)));
      return free;
    },
    goTo: async (place) => {
      if (!sheets.has(place.sheet)) throw new WorkbookRefusal(`There is no sheet ${place.sheet}.`);
      selected = { ...place, rows: 1, columns: 1 };
      told();
    },
    reenter: async (cells) => {
      const changed = cells.filter(({ place, was }) => was !== undefined && at(place).formula !== was);
      for (const cell of cells) if (!changed.includes(cell)) enter(cell.place, { formula: cell.formula });
      told();
      return changed.map(({ place }) => ({ place, why: "The cell has changed and was skipped." }));
    },
    file: async () => new Uint8Array(),
    open: async () => undefined,
    defineName: async () => undefined,
    settings: {
      read: (name) => settings.get(name),
      write: async (name, text) => void (text === undefined ? settings.delete(name) : settings.set(name, text)),
    },
  };
  return workbook;
}
