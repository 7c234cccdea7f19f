import { isFunctionName } from "../../../src/contract/functions";
import { serialOf } from "../../../src/contract/dates";
import type { Call, Evaluator } from "../../../src/core/ask";
import type { Client } from "../../../src/core/client";
import { createEvaluator, type CellWriter } from "../../../src/core/evaluator";
import type { CallLog } from "../../../src/core/call-log";
import { BUSY, isError, type CellPlace, type CellValue, type FormulaCell, type ShownCell } from "../../../src/workbook/cell";
import { addressOf, columnName } from "../../../src/workbook/cell-address";
import { hasServiceCall } from "../../../src/workbook/formulas/service-calls";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { type Refused, type Scope, type Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";

interface Cell extends ShownCell {
  readonly formula?: string;
}

/** What a cell showed when the file was saved. */
export const saved = (value: CellValue, text = isError(value) ? value.error : String(value ?? "")): ShownCell => ({ value, text });

export interface InMemoryWorkbook extends Workbook {
  /** Sets a formula or value without calculating, like a book that was just opened. */
  put(address: string, content: string | number | null, shown?: ShownCell): void;
  at(address: string): ShownCell;
  /** Everything that it shows, to check that nothing is lost. */
  all(): Record<string, string>;
  /** Error with which the next calls reject. */
  refusal: Error | undefined;
  /** Cells that cannot be marked dirty. */
  readonly protectedCells: Set<string>;
  /** How often each cell was marked dirty. */
  readonly marked: Map<string, number>;
  selected: string[];
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

/** A workbook of plain cells whose SERVICE formulas the real evaluator calculates. Supports IF, & and +. */
export function inMemoryWorkbook(client: Client, callLog: CallLog): InMemoryWorkbook {
  const cells = new Map<string, Cell>();
  const places = new Map<string, CellPlace>();
  const evaluator: Evaluator = createEvaluator(client, writer, callLog);
  const placeAt = (address: string): CellPlace => {
    const [, sheet = "Sheet1", letters = "", digits = ""] = /^(?:(.+)!)?([A-Z]+)(\d+)$/.exec(address)!;
    return { sheet, row: Number(digits) - 1, column: [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1 };
  };
  const keyOf = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}!${columnName(column)}${row + 1}`;
  const look = (place: CellPlace): Cell => cells.get(keyOf(place)) ?? { value: null, text: "" };

  /** Calculates a formula once. Pending answers are collected, and count as empty meanwhile. */
  function calculate(place: CellPlace, formula: string, come: Map<string, Result | CellFailure>, waiting: Promise<unknown>[]): Result {
    TOKEN.lastIndex = 1;
    let token: RegExpExecArray | null;
    const next = () => {
      token = TOKEN.exec(formula);
      return token;
    };
    const call = (name: string, args: unknown[]): Result => {
      const key = `${name}${JSON.stringify(args)}`;
      const came = come.get(key);
      if (came instanceof CellFailure) throw came;
      if (came !== undefined) return came;
      const asks: Call = { address: addressOf(place) };
      const fn = name.replace(/^SERVICE\.?/, "");
      const got = (fn === "" ? evaluator.askPath(args, asks) : isFunctionName(fn) ? evaluator.ask(fn, args, asks) : undefined) as
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
        const value = look({ ...placeAt(`${letters}${digits}`), sheet: sheet ? sheet.slice(0, -1).replace(/^'|'$/g, "") : place.sheet }).value;
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

  const refuse = () => {
    const { refusal } = workbook;
    if (refusal) throw refusal;
  };
  const no = async (): Promise<never> => {
    throw new WorkbookRefusal("Not in this test.");
  };

  const workbook: InMemoryWorkbook = {
    refusal: undefined,
    protectedCells: new Set(),
    marked: new Map(),
    selected: [],
    kept: new Map(),
    looks: 0,
    settingsFail: false,
    put: (address, content, shown) => {
      const place = placeAt(address);
      places.set(keyOf(place), place);
      const formula = typeof content === "string" && content.startsWith("=") ? { formula: content } : {};
      cells.set(keyOf(place), { ...formula, ...(shown ?? (formula.formula ? saved(null) : saved(content))) });
    },
    at: (address) => {
      const { value, text } = look(placeAt(address));
      return { value, text };
    },
    all: () => Object.fromEntries([...cells].map(([key, { text }]) => [key, text])),
    selection: no,
    onSelection: () => () => undefined,
    serviceCells: async (scope: Scope) => {
      refuse();
      const found: FormulaCell[] = [];
      for (const [key, place] of places) {
        const cell = cells.get(key)!;
        if (!cell.formula || !hasServiceCall(cell.formula)) continue;
        if (scope === "selection" && !workbook.selected.includes(addressOf(place))) continue;
        if (scope === "sheet" && place.sheet !== "Sheet1") continue;
        found.push({ ...place, formula: cell.formula, value: cell.value, text: cell.text });
      }
      return found;
    },
    shown: async (asked) => {
      refuse();
      workbook.looks++;
      const sheets = new Set([...places.values()].map(({ sheet }) => sheet.toLowerCase()));
      return asked.map((place) => {
        if (!sheets.has(place.sheet.toLowerCase())) throw new WorkbookRefusal(`There is no sheet ${place.sheet}.`);
        const { value, text } = look(place);
        return { value, text };
      });
    },
    recalculate: async (asked) => {
      refuse();
      const refused: Refused[] = [];
      for (const place of asked) {
        const address = addressOf(place);
        if (workbook.protectedCells.has(address)) refused.push({ place, why: "The sheet is protected." });
        else {
          workbook.marked.set(address, (workbook.marked.get(address) ?? 0) + 1);
          evaluate(place);
        }
      }
      return refused;
    },
    write: no,
    writeSheet: no,
    goTo: no,
    reenter: no,
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
