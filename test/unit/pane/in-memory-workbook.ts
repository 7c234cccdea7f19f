import { isFunctionName } from "../../../src/contract/functions";
import { serialOf } from "../../../src/contract/dates";
import type { Call, Evaluator } from "../../../src/core/ask";
import type { Client } from "../../../src/core/client";
import { createEvaluator, type CellWriter } from "../../../src/core/evaluator";
import type { CallLog } from "../../../src/core/call-log";
import { BUSY, isError, type CellPlace, type CellValue, type FormulaCell, type ShownCell } from "../../../src/workbook/cell";
import type { Content } from "../../../src/workbook/edits/sheet-edits";
import { addressOf, blockText, columnName, sheetPrefix } from "../../../src/workbook/cell-address";
import { hasServiceCall } from "../../../src/workbook/formulas/service-calls";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { type Refused, type Scope, type Workbook } from "../../../src/pane/workbook";
import { blockIn } from "../../../src/workbook/cell-reference";
import { CellsTaken, WorkbookRefusal } from "../../../src/workbook/workbook-refusal";

interface Cell extends ShownCell {
  readonly formula?: string;
}

/** What a cell showed when the file was saved. */
export const saved = (value: CellValue, text = isError(value) ? value.error : String(value ?? "")): ShownCell => ({ value, text });

export interface InMemoryWorkbook extends Workbook {
  /** Sets a formula or value without calculating, like a book that was just opened. Creates the sheet. */
  put(address: string, content: string | number | null, shown?: CellValue | ShownCell): void;
  /** The formula is empty if the cell has none. */
  at(address: string): ShownCell & { readonly formula: string };
  /** Everything that it shows, to check that nothing is lost. */
  all(): Record<string, string>;
  select(address: string): void;
  /** Names of all sheets. */
  sheets(): string[];
  /** All rows of a sheet. */
  rows(sheet: string): CellValue[][];
  /** Error with which the next calls reject. */
  refusal: Error | undefined;
  /** Addresses of cells, and names of sheets, that cannot be calculated or written. */
  readonly protectedCells: Set<string>;
  /** How often each cell was marked dirty. */
  readonly marked: Map<string, number>;
  /** Cells that the pane went to. */
  readonly went: string[];
  readonly kept: Map<string, string>;
  /** How often the cells' values were read. */
  looks: number;
  settingsFail: boolean;
}

class CellFailure extends Error {
  constructor(readonly error: string) {
    super(error);
  }
}

interface Dated {
  readonly date: number;
  readonly iso: string;
}
type Result = CellValue | Dated;

const date = (iso: string): Dated => ({ date: serialOf(iso)!, iso });

const writer: CellWriter<Result> = {
  answer: ({ value, kind, reason }) => (value === null ? `n/a: ${reason}` : kind === "date" ? date(String(value)) : value),
  failure: (error) => {
    throw new CellFailure(error);
  },
  held: ({ value, kind }) => {
    if (kind === "error") throw new CellFailure(String(value));
    return kind === "date" ? date(String(value)) : value;
  },
  noKey: () => NO_KEY_IN_CELL,
  errorIn: (error) => {
    throw new CellFailure(error);
  },
};

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|(\d+(?:\.\d+)?)|('(?:[^']|'')+'!|[A-Za-z_]\w*!)?\$?([A-Z]{1,2})\$?(\d+)(?![\w(])|([A-Z][A-Z.]*)\(|([(),&+=]))/gy;

const show = (value: Result): ShownCell => {
  if (typeof value === "object" && value !== null && "date" in value) return { value: value.date, text: value.iso };
  return saved(value, value === true ? "TRUE" : value === false ? "FALSE" : undefined);
};

/** The place and the size of `B2`, `A2:A5` or `Other!B2`. */
function areaOf(address: string): CellPlace & { readonly rows: number; readonly columns: number } {
  const [, sheet = "Sheet1", cells = ""] = /^(?:(.+)!)?([A-Z0-9:]+)$/.exec(address)!;
  return { ...blockIn(cells)!, sheet };
}

/** A workbook of plain cells whose SERVICE formulas the real evaluator calculates. Supports IF, & and +; another formula becomes #NAME?. */
export function inMemoryWorkbook(client: Client, callLog: CallLog): InMemoryWorkbook {
  const cells = new Map<string, Cell>();
  const places = new Map<string, CellPlace>();
  /** By their names in small letters. */
  const sheets = new Map([["sheet1", "Sheet1"]]);
  const listeners = new Set<() => void>();
  let selected = areaOf("A1");
  const evaluator: Evaluator = createEvaluator(client, writer, callLog);
  const keyOf = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}!${columnName(column)}${row + 1}`;
  const look = (place: CellPlace): Cell => cells.get(keyOf(place)) ?? { value: null, text: "" };

  /** Calculates a formula once. Pending answers are collected, and count as empty meanwhile. */
  function calculate(place: CellPlace, formula: string, come: Map<string, Result | CellFailure>, waiting: Promise<unknown>[]): Result {
    TOKEN.lastIndex = 1;
    let token: RegExpExecArray | null;
    const next = () => {
      const from = TOKEN.lastIndex;
      token = TOKEN.exec(formula);
      if (token === null && from < formula.length) throw new CellFailure("#NAME?");
    };
    const call = (name: string, args: unknown[]): Result => {
      const key = `${name}${JSON.stringify(args)}`;
      const came = come.get(key);
      if (came instanceof CellFailure) throw came;
      if (came !== undefined) return came;
      const asks: Call = { address: addressOf(place) };
      const fn = name.replace(/^SERVICE\.?/, "");
      const got = (fn === "" || fn === "GET" ? evaluator.askPath(args, asks) : isFunctionName(fn) ? evaluator.ask(fn, args, asks) : undefined) as
        | Result
        | Promise<Result>
        | undefined;
      if (got === undefined) throw new CellFailure("#NAME?");
      if (!(got instanceof Promise)) return got;
      waiting.push(
        got.then(
          (value) => come.set(key, value),
          (e: unknown) => come.set(key, e as CellFailure),
        ),
      );
      return null;
    };
    const plain = (value: Result): unknown => (typeof value === "object" && value !== null && "date" in value ? value.date : value);
    const term = (): Result => {
      const [, string, number, sheet, letters, digits, fn] = token!;
      next();
      if (string !== undefined) return string.replaceAll('""', '"');
      if (number !== undefined) return Number(number);
      if (letters !== undefined) {
        const value = look({ ...areaOf(`${letters}${digits}`), sheet: sheet ? sheet.slice(0, -1).replace(/^'|'$/g, "") : place.sheet }).value;
        if (isError(value)) throw new CellFailure(value.error);
        return value;
      }
      const args: Result[] = [];
      if (token?.[7] !== ")")
        for (;;) {
          args.push(token?.[7] === "," || token?.[7] === ")" ? null : expression(fn === "IF" && args.length > 0 && Boolean(args[0]) !== (args.length === 1)));
          if (token?.[7] !== ",") break;
          next();
        }
      next();
      if (fn === "IF") return (args[0] ? args[1] : args[2]) ?? null;
      return call(fn!, args.map(plain));
    };
    const expression = (skipped = false): Result => {
      if (skipped) {
        for (let depth = 0; depth > 0 || (token?.[7] !== "," && token?.[7] !== ")"); next())
          depth += token?.[6] || token?.[7] === "(" ? 1 : token?.[7] === ")" ? -1 : 0;
        return null;
      }
      let value = term();
      while (token?.[7] === "&" || token?.[7] === "+" || token?.[7] === "=") {
        const sign = token[7];
        next();
        const right = plain(term());
        const left = plain(value);
        value = sign === "&" ? `${String(left ?? "")}${String(right ?? "")}` : sign === "+" ? Number(left) + Number(right) : (left ?? "") === (right ?? "");
      }
      return value;
    };
    next();
    return expression();
  }

  function evaluate(place: CellPlace, come = new Map<string, Result | CellFailure>()): void {
    const { formula } = look(place);
    if (!formula) return;
    const waiting: Promise<unknown>[] = [];
    let result: ShownCell;
    try {
      result = show(calculate(place, formula, come, waiting));
    } catch (e) {
      if (!(e instanceof CellFailure)) throw e;
      result = saved({ error: e.error });
    }
    cells.set(keyOf(place), { formula, ...(waiting.length > 0 ? saved({ error: BUSY }) : result) });
    if (waiting.length > 0) void Promise.all(waiting).then(() => evaluate(place, come));
  }

  const set = (place: CellPlace, cell: Cell): void => {
    const { sheet, row, column } = place;
    sheets.set(sheet.toLowerCase(), sheet);
    places.set(keyOf(place), { sheet, row, column });
    cells.set(keyOf(place), cell);
  };
  function enter(place: CellPlace, content: Content): void {
    const isFormula = typeof content === "object" && content !== null;
    set(place, isFormula ? { formula: content.formula, ...saved(null) } : saved(content));
    evaluate(place);
  }
  const told = () => listeners.forEach((listener) => listener());

  const refuse = () => {
    const { refusal } = workbook;
    if (refusal) throw refusal;
  };
  const checkSheet = ({ sheet }: CellPlace): void => {
    if (!sheets.has(sheet.toLowerCase())) throw new WorkbookRefusal(`There is no sheet ${sheet}.`);
  };
  /** Changes each cell that may be changed; returns the others. */
  const changeEach = <T extends { readonly place: CellPlace; readonly was?: string }>(items: readonly T[], change: (item: T) => void): Refused[] => {
    refuse();
    return items.flatMap((item): Refused[] => {
      const { place, was } = item;
      if (workbook.protectedCells.has(place.sheet) || workbook.protectedCells.has(addressOf(place)))
        return [{ place, why: `The sheet ${place.sheet} is protected. Unprotect it, then try again.` }];
      if (was !== undefined && look(place).formula !== was) return [{ place, why: "The cell has changed and was skipped." }];
      change(item);
      return [];
    });
  };
  const no = async (): Promise<never> => {
    throw new WorkbookRefusal("Not in this test.");
  };

  const workbook: InMemoryWorkbook = {
    refusal: undefined,
    protectedCells: new Set(),
    marked: new Map(),
    went: [],
    kept: new Map(),
    looks: 0,
    settingsFail: false,
    put: (address, content, shown) => {
      const formula = typeof content === "string" && content.startsWith("=") ? { formula: content } : {};
      const value = shown === undefined && formula.formula === undefined ? content : (shown ?? null);
      set(areaOf(address), { ...formula, ...(typeof value === "object" && value !== null && "text" in value ? value : saved(value)) });
    },
    at: (address) => ({ formula: "", ...look(areaOf(address)) }),
    all: () => Object.fromEntries([...cells].map(([key, { text }]) => [key, text])),
    select: (address) => {
      selected = areaOf(address);
      told();
    },
    sheets: () => [...sheets.values()],
    rows: (sheet) => {
      const rows: CellValue[][] = [];
      for (const place of places.values()) if (place.sheet === sheet) (rows[place.row] ??= [])[place.column] = look(place).value;
      return rows;
    },
    selection: async () => {
      const { sheet, row, column, rows, columns } = selected;
      const active = { sheet, row, column };
      const { formula = "", value, text } = look(active);
      return { address: `${sheetPrefix(sheet)}${blockText(selected)}`, rows, columns, active, formula, shown: { value, text } };
    },
    onSelection: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    arrays: () => true,
    serviceCells: async (scope: Scope) => {
      refuse();
      const found: FormulaCell[] = [];
      for (const [key, place] of places) {
        const cell = cells.get(key)!;
        if (!cell.formula || !hasServiceCall(cell.formula)) continue;
        const [down, right] = [place.row - selected.row, place.column - selected.column];
        const isInside = down >= 0 && down < selected.rows && right >= 0 && right < selected.columns;
        if (scope !== "workbook" && (place.sheet !== selected.sheet || (scope === "selection" && !isInside))) continue;
        found.push({ ...place, formula: cell.formula, value: cell.value, text: cell.text });
      }
      return found;
    },
    shown: async (asked) => {
      refuse();
      workbook.looks++;
      return asked.map((place) => {
        checkSheet(place);
        const { value, text } = look(place);
        return { value, text };
      });
    },
    recalculate: async (asked) =>
      changeEach(
        asked.map((place) => ({ place })),
        ({ place }) => {
          const address = addressOf(place);
          workbook.marked.set(address, (workbook.marked.get(address) ?? 0) + 1);
          evaluate(place);
        },
      ),
    write: async (at, rows, options) => {
      const contents = rows.flatMap((row, down) => row.map((content, right) => ({ place: { ...at, row: at.row + down, column: at.column + right }, content })));
      const taken = contents.find(({ place }) => look(place).value !== null || look(place).formula !== undefined);
      if (taken && !options?.over) throw new CellsTaken(`${addressOf(taken.place)} is not empty. Write over it, or choose another place.`);
      for (const { place, content } of contents) enter(place, content);
      told();
      return addressOf(at);
    },
    writeSheet: async (name, rows, options) => {
      let free = name;
      for (let n = 2; sheets.has(free.toLowerCase()) && !options?.replace; n++) free = `${name} ${n}`;
      for (const [key, { sheet }] of places) if (sheet === free) [places, cells].forEach((map) => map.delete(key));
      rows.forEach((row, r) => row.forEach((content, column) => content !== "" && enter({ sheet: free, row: r, column }, content)));
      return free;
    },
    goTo: async (place) => {
      checkSheet(place);
      if (place.sheet === "Hidden") throw new WorkbookRefusal("The sheet Hidden is hidden. Unhide it, then go there again.");
      workbook.went.push(addressOf(place));
      selected = { ...place, rows: 1, columns: 1 };
      told();
    },
    reenter: async (entered) => {
      const refused = changeEach(entered, ({ place, formula }) => enter(place, { formula }));
      told();
      return refused;
    },
    file: no,
    open: no,
    defineName: no,
    settings: {
      read: (name) => workbook.kept.get(name),
      write: async (name, text) => {
        if (text === undefined) workbook.kept.delete(name);
        else workbook.kept.set(name, text);
        // As Excel does: the setting then applies until the workbook is closed.
        if (workbook.settingsFail) throw new WorkbookRefusal("This could not be kept in the workbook.");
      },
    },
  };
  return workbook;
}
