import { columnName } from "../../src/workbook/cell-address";
import type { Block } from "../../src/workbook/block";
import { blockIn, overlap } from "../../src/workbook/cell-reference";
import { shiftFormula } from "../../src/workbook/formulas/shift-formula";
import type { CalculatedCell, Kind, LoadingCell } from "./calls";
import { movedFormula, type Move } from "../browser/model/moved-references";
import {
  calculated,
  copied,
  createGrid,
  dateCell,
  displayOf,
  entered,
  instantOfCell,
  instantOfSerial,
  LOADING,
  typed,
  type CellInput,
  type Grid,
  type PlainValue,
  type Stored,
} from "./grid";
import { createUi, type Ui, type UiState } from "./ui";

/** A value that a script reads or writes. */
type SheetValue = number | string | boolean | Date;

interface DrawnChart {
  readonly id: number;
  readonly sheet: string;
  /** Addresses without the sheet. */
  readonly ranges: readonly string[];
  readonly title: string;
}

/** Google's EmbeddedChart and its builder, in one. */
interface ChartOnSheet extends DrawnChart {
  getChartId(): number;
  modify(): ChartOnSheet;
  setChartType(type: string): ChartOnSheet;
  clearRanges(): ChartOnSheet;
  addRange(range: Range): ChartOnSheet;
  setNumHeaders(headers: number): ChartOnSheet;
  setTransposeRowsAndColumns(transpose: boolean): ChartOnSheet;
  setOption(name: "title", value: string): ChartOnSheet;
  setPosition(row: number, column: number, x: number, y: number): ChartOnSheet;
  build(): ChartOnSheet;
}

/** A spreadsheet as plain data: at the start of a test and afterwards. */
export interface SpreadsheetOptions {
  /** In the order of the tabs; cells by address. */
  readonly sheets?: Readonly<Record<string, Readonly<Record<string, CellInput>>>>;
  /** Rows and columns of each sheet; 1000 × 26 by default. */
  readonly sizes?: Readonly<Record<string, { readonly rows: number; readonly columns: number }>>;
  readonly timeZone?: string;
  readonly id?: string;
  readonly owner?: string;
  /** Name → `Sheet1!A1:B2`. */
  readonly namedRanges?: Readonly<Record<string, string>>;
  /** Who besides the owner may edit `Sheet1!A1:B2`, or the whole sheet `Sheet1`. */
  readonly protections?: readonly { readonly range: string; readonly editors: readonly string[] }[];
  /** Cells whose data validation rejects every write, such as `Sheet1!A1:B2`. */
  readonly rejecting?: readonly string[];
  /** Rows hidden by a sheet's filter, counted from one. */
  readonly filtered?: Readonly<Record<string, readonly number[]>>;
  /** Charts on sheets. */
  readonly drawn?: readonly DrawnChart[];
  /** Tabs that hold a chart and no cells. */
  readonly charts?: readonly string[];
  /** The selection, such as `Sheet1!B2:B4`; its first cell is the active one. A1 of the first sheet by default. */
  readonly active?: string;
}

/** One change by the script, in order. */
export type Change =
  | { readonly call: "flush" }
  | { readonly call: "setFormulas" | "setValues"; readonly range: string; readonly cells: readonly (readonly PlainValue[])[] }
  | { readonly call: "pasteValues" | "paste" | "insertCells" | "deleteCells"; readonly range: string }
  | {
      readonly call: "setNumberFormat" | "setFontWeight" | "setFontColor" | "setFontLine" | "setHorizontalAlignment";
      readonly range: string;
      readonly to: string;
    }
  | { readonly call: "insertChart" | "updateChart" | "removeChart"; readonly sheet: string }
  | { readonly call: "setNamedRange" | "removeNamedRange"; readonly name: string }
  | { readonly call: "setColumnWidth"; readonly sheet: string; readonly column: number; readonly width: number }
  | { readonly call: "copySheet" | "deleteSheet" | "renameSheet" | "insertRows" | "insertColumns" | "deleteRows" | "deleteColumns"; readonly sheet: string };

export interface SpreadsheetState extends Required<SpreadsheetOptions>, UiState {
  readonly changes: readonly Change[];
}

/** One execution's view of the spreadsheet. */
export interface Execution {
  readonly kind?: Kind;
  /** The user who runs it; the owner by default. */
  readonly user?: string;
  /** The script is terminated after this many changes, as on a timeout: later calls have no effect. */
  readonly dieAfter?: number;
  /** Google fails at this change, counted from one, and works again for the next. */
  readonly failAt?: number;
  /** What other users do right after this change, counted from one. */
  readonly afterChange?: (change: number) => void;
  /** What the user enters in a prompt; undefined presses Cancel. */
  readonly typed?: string;
  /** The Date of the script's realm. */
  readonly Date?: DateConstructor;
}

const SIZE = { rows: 1000, columns: 26 };
const LONGEST_FORMULA = 50_000;
const quoted = (sheet: string): string => (/^[A-Za-z_]\w*$/.test(sheet) ? sheet : `'${sheet.replace(/'/g, "''")}'`);
const unquoted = (text: string): string => text.replace(/^'(.*)'$/, "$1").replace(/''/g, "'");

interface Tab {
  readonly id: number;
  name: string;
  grid: Grid;
  /** Counted from one. */
  readonly hidden: ReadonlySet<number>;
}

interface Range {
  getRow(): number;
  getColumn(): number;
  getNumRows(): number;
  getNumColumns(): number;
  getA1Notation(): string;
  getSheet(): Sheet;
  getFormula(): string;
  getFormulas(): string[][];
  getValue(): SheetValue;
  getValues(): SheetValue[][];
  getDisplayValue(): string;
  getDisplayValues(): string[][];
  getNumberFormats(): string[][];
  canEdit(): boolean;
  setFormula(formula: string): void;
  setFormulas(formulas: readonly (readonly string[])[]): void;
  setValue(value: SheetValue): void;
  setValues(values: readonly (readonly SheetValue[])[]): void;
  insertCells(along: "ROWS" | "COLUMNS"): Range;
  deleteCells(along: "ROWS" | "COLUMNS"): void;
  setNumberFormat(format: string): Range;
  setFontWeight(weight: string): Range;
  setFontColor(color: string): Range;
  setFontLine(line: string): Range;
  setHorizontalAlignment(alignment: string): Range;
  /** One cell with its format, or values only, to a block of the same size. Rows hidden by a filter are left out, and the others move up. */
  copyTo(target: Range, type?: string, transposed?: boolean): void;
  /** Not a method of Google's: writes the copied content for `copyTo`. */
  paste(cells: readonly (readonly Stored[])[], withFormulas?: boolean): void;
}

interface Sheet {
  getName(): string;
  getType(): "GRID" | "OBJECT";
  getMaxRows(): number;
  getMaxColumns(): number;
  getLastRow(): number;
  getLastColumn(): number;
  getDataRange(): Range;
  getRange(first: number | string, column?: number, rows?: number, columns?: number): Range;
  setName(name: string): Sheet;
  insertRowsAfter(after: number, count: number): void;
  insertRowBefore(before: number): void;
  insertRowsBefore(before: number, count: number): void;
  insertColumnsBefore(before: number, count: number): void;
  insertColumnsAfter(after: number, count: number): void;
  deleteRows(first: number, count: number): void;
  deleteColumns(first: number, count: number): void;
  getCharts(): ChartOnSheet[];
  newChart(): ChartOnSheet;
  insertChart(chart: ChartOnSheet): void;
  updateChart(chart: ChartOnSheet): void;
  removeChart(chart: ChartOnSheet): void;
  getColumnWidth(column: number): number;
  setColumnWidth(column: number, width: number): void;
  copyTo(target: Spreadsheet): Sheet;
}

/** `getRange` throws once its cells are deleted. */
interface NamedRange {
  getName(): string;
  getRange(): Range;
}

interface Spreadsheet {
  getId(): string;
  getSpreadsheetTimeZone(): string;
  getSheets(): Sheet[];
  getSheetByName(name: string): Sheet | null;
  getActiveSheet(): Sheet;
  getActiveRange(): Range;
  getCurrentCell(): Range;
  setActiveSheet(sheet: Sheet): Sheet;
  getRangeByName(name: string): Range | null;
  getNamedRanges(): NamedRange[];
  setNamedRange(name: string, range: Range): void;
  removeNamedRange(name: string): void;
  setActiveRange(range: Range): Range;
  deleteSheet(sheet: Sheet): void;
  toast(message: string, title?: string, seconds?: number): void;
}

/**
 * A spreadsheet of Google's as scripts see it, made of plain data and given back as such. It calculates nothing: what formulas came to is what the test
 * says. It refuses what Google refuses: changes within a custom function, protected cells, data of another shape than its range, ranges outside of a
 * sheet. What it does not have, Google may well have; the script does not use it.
 */
export function createSpreadsheet(options: SpreadsheetOptions, execution: Execution = {}) {
  const { timeZone = "Etc/GMT", id = "spreadsheet-1", owner = "owner@example.com", protections = [], rejecting = [], filtered = {}, charts = [] } = options;
  const { kind = "menu", user = owner, dieAfter = Infinity, failAt = 0, afterChange, Date: RealmDate = Date } = execution;
  const sizes = options.sizes ?? {};
  const changes: Change[] = [];
  const tabs: Tab[] = Object.entries(options.sheets ?? { Sheet1: {} }).map(([name, cells], i) => {
    const { rows, columns } = sizes[name] ?? SIZE;
    return { id: i, name, grid: createGrid(cells, rows, columns), hidden: new Set(filtered[name]) };
  });
  const namedRanges: Record<string, string> = { ...options.namedRanges };
  let drawn: readonly DrawnChart[] = options.drawn ?? [];
  const widths = new Map<string, number>();
  let nextId = tabs.length;
  let dead = false;
  let counted = 0;
  let active = options.active ?? `${quoted(tabs[0]?.name ?? "")}!A1`;

  const alive = (): void => {
    if (dead) throw new Error("Exceeded maximum execution time");
  };
  /** A change: refused where nothing may be changed, otherwise recorded. The last change before the script is terminated takes effect. */
  const change = (method: string, what: Change, work: () => void): void => {
    alive();
    if (kind === "custom") throw new Error(`You do not have permission to call ${method}`);
    const number = ++counted;
    if (number === failAt) throw new Error("Service error: Spreadsheets");
    work();
    changes.push(what);
    if (number >= dieAfter) {
      dead = true;
      alive();
    }
    afterChange?.(number);
  };

  const splitAddress = (address: string): { sheet: string; range: string } => {
    const at = address.lastIndexOf("!");
    return at < 0 ? { sheet: unquoted(address), range: "" } : { sheet: unquoted(address.slice(0, at)), range: address.slice(at + 1) };
  };
  const tabNamed = (name: string): Tab | undefined => tabs.find((t) => t.name.toLowerCase() === name.toLowerCase());
  const touches = (range: string, tab: Tab, block: Block): boolean => {
    const where = splitAddress(range);
    const inside = where.range === "" ? { row: 0, column: 0, rows: Infinity, columns: Infinity } : blockIn(where.range)!;
    return tabNamed(where.sheet) === tab && overlap(inside, block);
  };
  const mayEdit = (tab: Tab, block: Block): boolean =>
    user === owner || !protections.some(({ range, editors }) => touches(range, tab, block) && !editors.includes(user));
  const guard = (tab: Tab, block: Block): void => {
    if (!mayEdit(tab, block))
      throw new Error("You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.");
    if (rejecting.some((range) => touches(range, tab, block))) throw new Error("The data you entered violates the data validation rules set on this cell.");
  };

  /** Inserts or deletes cells. Formulas and names follow; a name whose cells are all deleted refers to nothing. */
  const moveCells = (tab: Tab, kind: Move["kind"], along: Move["along"], area: Block): void => {
    const move: Move = { kind, along, sheet: tab.name, area };
    for (const { grid, name } of tabs) grid.move(move, name);
    for (const [name, address] of Object.entries(namedRanges)) namedRanges[name] = movedFormula(`=${address}`, tab.name, move).slice(1);
  };
  const WHOLE = 10_000_000;

  const rangeOf = (tab: Tab, block: Block): Range => {
    const { row, column, rows, columns } = block;
    if (row < 0 || column < 0 || rows < 1 || columns < 1 || row + rows > tab.grid.rows || column + columns > tab.grid.columns)
      throw new Error("The coordinates of the range are outside the dimensions of the sheet.");
    const from = `${columnName(column)}${row + 1}`;
    const a1 = rows === 1 && columns === 1 ? from : `${from}:${columnName(column + columns - 1)}${row + rows}`;
    const address = (): string => `${quoted(tab.name)}!${a1}`;
    const read = <T>(get: (cell: Stored) => T): T[][] => {
      alive();
      return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => get(tab.grid.at(row + r, column + c))));
    };
    const write = <T>(method: string, what: Change, cells: readonly (readonly T[])[], to: (value: T, format: string | undefined) => Stored): void => {
      if (!Array.isArray(cells) || cells.length !== rows)
        throw new Error(
          `The number of rows in the data does not match the number of rows in the range. The data has ${cells.length} but the range has ${rows}.`,
        );
      const odd = cells.find((line) => !Array.isArray(line) || line.length !== columns);
      if (odd)
        throw new Error(
          `The number of columns in the data does not match the number of columns in the range. The data has ${odd.length} but the range has ${columns}.`,
        );
      change(method, what, () => {
        guard(tab, block);
        for (const [r, line] of cells.entries())
          for (const [c, value] of line.entries()) tab.grid.put(row + r, column + c, to(value, tab.grid.at(row + r, column + c).format));
      });
    };
    const inRealm = ({ value, format }: Stored): SheetValue => {
      if (typeof value === "object") return new RealmDate(instantOfCell(value, timeZone));
      const instant = instantOfSerial(value, format, timeZone);
      return instant === undefined ? value : new RealmDate(instant);
    };
    const shownBy = ({ value, format, display }: Stored): string => display ?? displayOf(value, format);
    const styled = (method: "setFontWeight" | "setFontColor" | "setFontLine" | "setHorizontalAlignment") => (to: string) => {
      change(method, { call: method, range: address(), to }, () => guard(tab, block));
      return rangeOf(tab, block);
    };
    const moving = (method: "insertCells" | "deleteCells", along: "ROWS" | "COLUMNS"): void =>
      change(method, { call: method, range: address() }, () => {
        guard(tab, along === "ROWS" ? { ...block, rows: tab.grid.rows - row } : { ...block, columns: tab.grid.columns - column });
        moveCells(tab, method === "insertCells" ? "insert" : "delete", along === "ROWS" ? "rows" : "columns", block);
      });
    const outOfRealm = (value: SheetValue): PlainValue => (typeof value === "object" ? dateCell(value.getTime(), timeZone) : value);
    const setFormulas = (method: string, formulas: readonly (readonly string[])[]): void => {
      for (const formula of formulas.flat()) {
        if (!/^=/.test(formula) && formula !== "") throw new Error(`A formula begins with an equals sign: ${formula}`);
        if (formula.length > LONGEST_FORMULA) throw new Error(`Your input contains more than the maximum of ${LONGEST_FORMULA} characters in a single cell.`);
      }
      write(method, { call: "setFormulas", range: address(), cells: formulas }, formulas, (f, format) => (f === "" ? typed("", format) : entered(f, format)));
    };
    const setValues = (method: string, values: readonly (readonly SheetValue[])[]): void =>
      write(method, { call: "setValues", range: address(), cells: values.map((line) => line.map(outOfRealm)) }, values, (v, format) =>
        typed(outOfRealm(v), format),
      );
    return {
      getRow: () => row + 1,
      getColumn: () => column + 1,
      getNumRows: () => rows,
      getNumColumns: () => columns,
      getA1Notation: () => a1,
      getSheet: () => sheetOf(tab),
      getFormula: () => read((cell) => cell.formula)[0]![0]!,
      getFormulas: () => read((cell) => cell.formula),
      getValue: () => read(inRealm)[0]![0]!,
      getValues: () => read(inRealm),
      getDisplayValue: () => read(shownBy)[0]![0]!,
      getDisplayValues: () => read(shownBy),
      getNumberFormats: () => read((cell) => cell.format ?? ""),
      canEdit: () => mayEdit(tab, block),
      setFormula: (formula: string) =>
        setFormulas(
          "setFormula",
          Array.from({ length: rows }, () => Array.from({ length: columns }, () => formula)),
        ),
      setFormulas: (formulas: readonly (readonly string[])[]) => setFormulas("setFormulas", formulas),
      setValue: (value: SheetValue) =>
        setValues(
          "setValue",
          Array.from({ length: rows }, () => Array.from({ length: columns }, () => value)),
        ),
      setValues: (values: readonly (readonly SheetValue[])[]) => setValues("setValues", values),
      insertCells: (along) => {
        moving("insertCells", along);
        return rangeOf(tab, block);
      },
      deleteCells: (along) => moving("deleteCells", along),
      setNumberFormat: (format: string) => {
        change("setNumberFormat", { call: "setNumberFormat", range: address(), to: format }, () => {
          guard(tab, block);
          for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) tab.grid.put(row + r, column + c, { ...tab.grid.at(row + r, column + c), format });
        });
        return rangeOf(tab, block);
      },
      setFontWeight: styled("setFontWeight"),
      setFontColor: styled("setFontColor"),
      setFontLine: styled("setFontLine"),
      setHorizontalAlignment: styled("setHorizontalAlignment"),
      copyTo: (target: Range, type?: string, transposed?: boolean) => {
        if (type === undefined && rows === 1 && columns === 1) {
          const [down, right] = [target.getRow() - 1 - row, target.getColumn() - 1 - column];
          const cell = tab.grid.at(row, column);
          // One cell is repeated over a larger target.
          const filled = Array.from({ length: target.getNumRows() }, (_, r) =>
            Array.from({ length: target.getNumColumns() }, (__, c) => ({ ...cell, formula: shiftFormula(cell.formula, down + r, right + c) })),
          );
          target.paste(filled, true);
          return;
        }
        if (type !== "PASTE_VALUES" || transposed === true) throw new Error("This spreadsheet copies values only.");
        const seen = read((cell) => cell).filter((_, r) => !tab.hidden.has(row + r + 1));
        if (seen.length === rows) target.paste(seen);
        else if (seen.length > 0) target.getSheet().getRange(target.getRow(), target.getColumn(), seen.length, columns).paste(seen);
      },
      paste: (cells, withFormulas = false) =>
        write("copyTo", { call: withFormulas ? "paste" : "pasteValues", range: address() }, cells, ({ formula, value, display, format: own }, there) => {
          const format = withFormulas ? own : there;
          return {
            formula: withFormulas ? formula : "",
            value,
            ...(display === undefined ? {} : { display }),
            ...(format === undefined ? {} : { format }),
          };
        }),
    };
  };
  const chartOf = (chart: DrawnChart): ChartOnSheet => ({
    ...chart,
    getChartId: () => chart.id,
    modify: () => chartOf(chart),
    setChartType: () => chartOf(chart),
    clearRanges: () => chartOf({ ...chart, ranges: [] }),
    addRange: (range) => chartOf({ ...chart, ranges: [...chart.ranges, range.getA1Notation()] }),
    setNumHeaders: () => chartOf(chart),
    setTransposeRowsAndColumns: () => chartOf(chart),
    setOption: (_, title) => chartOf({ ...chart, title }),
    setPosition: () => chartOf(chart),
    build: () => chartOf(chart),
  });
  const sheetOf = (tab: Tab): Sheet => {
    const cells = (): Tab => {
      if (charts.includes(tab.name)) throw new Error("This operation is not supported on sheets of type OBJECT.");
      return there();
    };
    const there = (): Tab => {
      alive();
      if (!tabs.includes(tab)) throw new Error(`Sheet ${tab.id} not found`);
      return tab;
    };
    const all = (): Block => ({ row: 0, column: 0, rows: tab.grid.rows, columns: tab.grid.columns });
    return {
      getName: () => there().name,
      getType: () => (charts.includes(there().name) ? "OBJECT" : "GRID"),
      getMaxRows: () => there().grid.rows,
      getMaxColumns: () => there().grid.columns,
      getLastRow: () => there().grid.lastRow(),
      getLastColumn: () => there().grid.lastColumn(),
      getDataRange: () => rangeOf(cells(), { row: 0, column: 0, rows: Math.max(1, tab.grid.lastRow()), columns: Math.max(1, tab.grid.lastColumn()) }),
      getRange: (first: number | string, column?: number, rows = 1, columns = 1) => {
        if (typeof first === "number") return rangeOf(cells(), { row: first - 1, column: (column ?? NaN) - 1, rows, columns });
        const block = blockIn(first);
        if (!block) throw new Error("Range not found");
        return rangeOf(cells(), block);
      },
      setName: (name: string) => {
        const other = tabNamed(name);
        if (other && other !== tab) throw new Error(`A sheet with the name "${name}" already exists. Please enter another name.`);
        change("setName", { call: "renameSheet", sheet: name }, () => {
          guard(tab, all());
          there().name = name;
        });
        return sheetOf(tab);
      },
      insertRowsAfter: (after: number, count: number) => {
        if (after !== there().grid.rows) throw new Error("This spreadsheet adds rows at the end only.");
        change("insertRowsAfter", { call: "insertRows", sheet: tab.name }, () => {
          guard(tab, all());
          tab.grid.rows += count;
        });
      },
      insertColumnsAfter: (after: number, count: number) => {
        if (after !== there().grid.columns) throw new Error("This spreadsheet adds columns after the last one only.");
        change("insertColumnsAfter", { call: "insertColumns", sheet: tab.name }, () => {
          guard(tab, all());
          tab.grid.columns += count;
        });
      },
      insertRowsBefore: (before: number, count: number) =>
        change("insertRowsBefore", { call: "insertRows", sheet: tab.name }, () => {
          there().grid.rows += count;
          moveCells(tab, "insert", "rows", { row: before - 1, column: 0, rows: count, columns: WHOLE });
        }),
      insertColumnsBefore: (before: number, count: number) =>
        change("insertColumnsBefore", { call: "insertColumns", sheet: tab.name }, () => {
          there().grid.columns += count;
          moveCells(tab, "insert", "columns", { row: 0, column: before - 1, rows: WHOLE, columns: count });
        }),
      deleteRows: (first: number, count: number) =>
        change("deleteRows", { call: "deleteRows", sheet: tab.name }, () => {
          moveCells(tab, "delete", "rows", { row: first - 1, column: 0, rows: count, columns: WHOLE });
          tab.grid.rows -= count;
        }),
      deleteColumns: (first: number, count: number) =>
        change("deleteColumns", { call: "deleteColumns", sheet: tab.name }, () => {
          moveCells(tab, "delete", "columns", { row: 0, column: first - 1, rows: WHOLE, columns: count });
          tab.grid.columns -= count;
        }),
      getCharts: () => drawn.filter((chart) => chart.sheet === there().name).map(chartOf),
      newChart: () => chartOf({ id: 0, sheet: there().name, ranges: [], title: "" }),
      insertChart: ({ ranges, title }) =>
        change("insertChart", { call: "insertChart", sheet: there().name }, () => {
          drawn = [...drawn, { id: 1_000 + drawn.length, sheet: tab.name, ranges, title }];
        }),
      updateChart: ({ id: chartId, ranges, title }) =>
        change("updateChart", { call: "updateChart", sheet: there().name }, () => {
          drawn = drawn.map((chart) => (chart.id === chartId ? { ...chart, ranges, title } : chart));
        }),
      removeChart: ({ id: chartId }) =>
        change("removeChart", { call: "removeChart", sheet: there().name }, () => {
          drawn = drawn.filter((chart) => chart.id !== chartId);
        }),
      getColumnWidth: (column: number) => widths.get(`${tab.name} ${column}`) ?? 100,
      setColumnWidth: (column: number, width: number) =>
        change("setColumnWidth", { call: "setColumnWidth", sheet: tab.name, column, width }, () => void widths.set(`${tab.name} ${column}`, width)),
      insertRowBefore: (before: number) =>
        change("insertRowBefore", { call: "insertRows", sheet: tab.name }, () => {
          guard(tab, all());
          tab.grid.insertRow(before - 1);
        }),
      copyTo: (target: Spreadsheet) => {
        let name = `Copy of ${there().name}`;
        for (let n = 2; tabNamed(name); n++) name = `Copy of ${tab.name} ${n}`;
        if (target !== spreadsheet) throw new Error("This spreadsheet copies its sheets into itself only.");
        const { rows, columns } = tab.grid;
        const copy: Tab = { id: nextId++, name, grid: createGrid(copied(tab.grid), rows, columns), hidden: tab.hidden };
        change("copyTo", { call: "copySheet", sheet: name }, () => void tabs.push(copy));
        return sheetOf(copy);
      },
    };
  };

  const rangeAt = (address: string): Range | null => {
    const { sheet, range } = splitAddress(address);
    const [tab, block] = [tabNamed(sheet), blockIn(range)];
    return tab && block ? rangeOf(tab, block) : null;
  };
  const activeRange = (): Range => rangeAt(active)!;
  const activeTab = (): Tab => tabNamed(splitAddress(active).sheet)!;
  const activeCell = (): Range => {
    const { row, column } = blockIn(splitAddress(active).range)!;
    return rangeOf(activeTab(), { row, column, rows: 1, columns: 1 });
  };
  const ui = createUi(kind, execution.typed);

  const spreadsheet: Spreadsheet = {
    getId: () => id,
    getSpreadsheetTimeZone: () => timeZone,
    getSheets: () => (alive(), tabs.map(sheetOf)),
    getSheetByName: (name: string) => {
      alive();
      const tab = tabNamed(name);
      return tab ? sheetOf(tab) : null;
    },
    getActiveSheet: () => (alive(), sheetOf(activeTab())),
    getActiveRange: () => (alive(), activeRange()),
    getCurrentCell: () => (alive(), activeCell()),
    setActiveSheet: (sheet: Sheet) => {
      active = `${quoted(sheet.getName())}!A1`;
      return sheet;
    },
    getRangeByName: (name: string) => {
      alive();
      const found = Object.entries(namedRanges).find(([n]) => n.toLowerCase() === name.toLowerCase());
      return found ? rangeAt(found[1]) : null;
    },
    getNamedRanges: () => {
      alive();
      return Object.keys(namedRanges).map((name) => ({
        getName: () => name,
        getRange: () => {
          const range = rangeAt(namedRanges[name]!);
          if (!range) throw new Error("Range not found");
          return range;
        },
      }));
    },
    setNamedRange: (name: string, range: Range) => {
      if (!/^[A-Za-z_]\w{0,249}$/.test(name)) throw new Error(`The name ${name} is invalid.`);
      change("setNamedRange", { call: "setNamedRange", name }, () => {
        namedRanges[name] = `${quoted(range.getSheet().getName())}!${range.getA1Notation()}`;
      });
    },
    removeNamedRange: (name: string) => {
      if (!(name in namedRanges)) throw new Error(`The named range ${name} does not exist.`);
      change("removeNamedRange", { call: "removeNamedRange", name }, () => void delete namedRanges[name]);
    },
    setActiveRange: (range: Range) => {
      active = `${quoted(range.getSheet().getName())}!${range.getA1Notation()}`;
      return range;
    },
    deleteSheet: (sheet: Sheet) => {
      const name = sheet.getName();
      if (tabs.length === 1) throw new Error("You can't remove all the sheets in a document.");
      change("deleteSheet", { call: "deleteSheet", sheet: name }, () => {
        guard(tabNamed(name)!, { row: 0, column: 0, rows: Infinity, columns: Infinity });
        tabs.splice(tabs.indexOf(tabNamed(name)!), 1);
        if (splitAddress(active).sheet === name) active = `${quoted(tabs[0]!.name)}!A1`;
      });
    },
    toast: (message: string, title = "") => (alive(), ui.toast(message, title)),
  };
  const SpreadsheetApp = {
    Dimension: { ROWS: "ROWS", COLUMNS: "COLUMNS" },
    CopyPasteType: { PASTE_VALUES: "PASTE_VALUES" },
    SheetType: { GRID: "GRID", OBJECT: "OBJECT" },
    getActiveSpreadsheet: () => (alive(), spreadsheet),
    getActiveSheet: () => spreadsheet.getActiveSheet(),
    getUi: (): Ui => (alive(), ui.getUi()),
    flush: () => change("flush", { call: "flush" }, () => undefined),
  };

  return {
    /** Objects for the script's global scope. */
    SpreadsheetApp,
    /** The cells whose formulas have no result yet. */
    loading: (): LoadingCell[] =>
      tabs.flatMap(({ name, grid }) =>
        Object.entries(grid.cells()).flatMap(([address, { formula, value }]) =>
          formula !== "" && value === LOADING ? [{ sheet: name, address, formula }] : [],
        ),
      ),
    /** Puts results into the cells that still load this formula. */
    calculate: (cells: readonly CalculatedCell[]): void => {
      for (const { sheet, address, formula, value } of cells) {
        const [grid, block] = [tabNamed(sheet)?.grid, blockIn(address)];
        if (!grid || !block) continue;
        const cell = grid.at(block.row, block.column);
        if (cell.formula === formula && cell.value === LOADING) grid.put(block.row, block.column, calculated(cell, value));
      }
    },
    /** The state as plain data, for the next execution. */
    state: (): SpreadsheetState => ({
      sheets: Object.fromEntries(tabs.map(({ name, grid }) => [name, grid.cells()])),
      sizes: Object.fromEntries(tabs.map(({ name, grid: { rows, columns } }) => [name, { rows, columns }])),
      timeZone,
      id,
      owner,
      namedRanges,
      protections,
      rejecting,
      filtered: Object.fromEntries(tabs.flatMap(({ name, hidden }) => (hidden.size > 0 ? [[name, [...hidden]]] : []))),
      drawn,
      charts,
      active,
      changes,
      ...ui.state(),
    }),
  };
}
