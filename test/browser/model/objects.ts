import { ADDRESS_LIST, ExcelError, FORMULA, type Action, type Batch, type ObjectPath } from "./batches";
import { shiftFormula } from "../../../src/workbook/formulas/shift-formula";
import { movedArea, movedFormula, type Move } from "./moved-references";
import { addressOf, areaOf, cellsOf, contains, isFormula, nameOf, textOf, typeOf, wholeSheet, type Area, type ModelCell, type Sheets } from "./cells";

export interface SheetState {
  visibility?: "Visible" | "Hidden" | "VeryHidden";
  protected?: boolean;
  /** Rows that stay in view. */
  frozenRows?: number;
  /** Unlocked cells of a protected sheet. */
  unlocked?: readonly string[];
  /** Rows and columns that are hidden without one. */
  hiddenRows?: readonly number[];
  hiddenColumns?: readonly number[];
  /** Names of this sheet only. */
  names?: Record<string, string>;
  /** Merged cells. Only the first of each holds something; Excel drops what is written to another one, and says nothing (sbroenne/mcp-server-excel issue 831). */
  merged?: readonly string[];
  /** Tables of Excel. */
  tables?: readonly string[];
  /** Rows that a filter hides, counted from zero. Single cells of them are read and written like others; a block is not written into them. */
  filteredRows?: readonly number[];
}

/** Everything in the test's workbook that batches can reach. */
export interface Book {
  readonly sheets: Sheets;
  readonly states: Record<string, SheetState>;
  readonly names: Record<string, string>;
  /** Names that the Name Manager does not list. */
  readonly hiddenNames: Set<string>;
  /** Number formats by sheet and cell. */
  readonly formats: Record<string, Record<string, string>>;
  /** Bold, struck out or coloured cells, by sheet and cell. */
  readonly fonts: Record<string, Record<string, Record<string, unknown>>>;
  readonly charts: { name: string; sheet: string; address: string; type: string; title: string; position: string }[];
  /** The selected areas and the active cell; undefined while a chart is selected. */
  selection: { sheet: string; areas: string[]; active: string } | undefined;
  /** The active sheet. */
  active: string;
  /** A cell is being edited: Excel refuses every call, or holds it if it is marked with `DELAY_FOR_CELL_EDIT`. */
  editing: boolean;
  /** What a co-author types just before the next request that writes cells. Excel merges it: the request then writes over it. */
  typedMeanwhile: (() => void) | undefined;
  /** The workbook's structure is protected: sheets cannot be added or removed. */
  fixed: boolean;
  /** Another workbook is in front. Excel then refuses to give the names of a sheet, as if no cells were selected (office-js issue 6365). */
  isBehind: boolean;
  /** Excel's decimal point: that of the system, or of Excel's options. */
  decimalSeparator: string;
  /** Lists of addresses need semicolons, as in some desktop versions where the comma is the decimal point (office-js issues 1167, 1985). */
  listsHaveSemicolons: boolean;
  /** The system's culture, and its decimal point. */
  culture: { readonly name: string; readonly decimalSeparator: string };
  /** Cells whose formulas Excel rejects, by sheet and name, such as parts of an array. */
  readonly refuses: Set<string>;
  readonly dirty: string[];
  /** Whether the add-in listens for changes of cells. */
  hearsChanges: boolean;
  readonly calculations: string[];
  /** Opened workbooks, in base64. */
  readonly opened: string[];
  readonly isAutomatic: boolean;
  /** Custom XML parts by id. */
  readonly xmlParts: Map<string, string>;
}

interface Calculation {
  mark(sheet: string, names: readonly string[]): void;
  calculate(): void;
  /** Cancels the calls of a sheet's cells. */
  cancel(sheet: string): void;
}

/** The target of an object path in a batch. */
type Thing =
  | {
      readonly is:
        | "null"
        | "workbook"
        | "workbook protection"
        | "application"
        | "culture"
        | "number format info"
        | "sheets"
        | "names"
        | "runtime"
        | "wac workbook";
    }
  | { readonly is: "sheet" | "protection" | "sheet names" | "freeze panes" | "filter" | "tables"; readonly name: string }
  | { readonly is: "sheet name"; readonly formula: string }
  | { readonly is: "name"; readonly name: string }
  | { readonly is: "range"; readonly sheet: string; readonly area: Area }
  | { readonly is: "format" | "font"; readonly sheet: string; readonly area: Area }
  | { readonly is: "charts"; readonly sheet: string }
  | { readonly is: "chart" | "chart title"; readonly chart: number }
  | { readonly is: "xml parts"; readonly namespace?: string }
  | { readonly is: "xml part"; readonly id: string }
  | { readonly is: "areas" | "area list"; readonly sheet: string; readonly areas: readonly Area[] };

const NOTHING: Thing = { is: "null" };
const FORBIDDEN = /[\\/?*[\]:]|^'|'$/;

/** Excel's API objects, as far as the add-in uses them. Anything else throws, so that no test passes by accident. */
export function createObjects(book: Book, calculation: Calculation) {
  const references: Thing[] = [];
  const { sheets } = book;

  const sheetNamed = (name: string): Thing => {
    const found = Object.keys(sheets).find((s) => s.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new ExcelError("ItemNotFound", "The requested resource doesn't exist.");
    return { is: "sheet", name: found };
  };

  const deleteSheet = (name: string): void => {
    delete sheets[name];
    calculation.cancel(name);
  };

  const grid = (sheet: string, area: Area, read: (cell: ModelCell | undefined) => unknown): unknown[][] => {
    const cells = sheets[sheet] ?? {};
    return Array.from({ length: area.rows }, (_, r) => Array.from({ length: area.columns }, (__, c) => read(cells[nameOf(area.row + r, area.column + c)])));
  };

  function used(sheet: string): Thing {
    const areas = Object.keys(sheets[sheet] ?? {}).map(areaOf);
    if (areas.length === 0) return NOTHING;
    const [row, column] = [Math.min(...areas.map((a) => a.row)), Math.min(...areas.map((a) => a.column))];
    const [bottom, right] = [Math.max(...areas.map((a) => a.row)), Math.max(...areas.map((a) => a.column))];
    return { is: "range", sheet, area: { row, column, rows: bottom - row + 1, columns: right - column + 1 } };
  }

  /** Formula cells, joined down each column as in Excel. A protected sheet refuses, as some do in Excel. */
  function formulas(sheet: string): Thing {
    if (book.states[sheet]?.protected) throw new ExcelError("AccessDenied", "You cannot perform the requested operation.");
    const cells = Object.entries(sheets[sheet] ?? {})
      .filter(([, cell]) => isFormula(cell))
      .map(([address]) => areaOf(address))
      .sort((a, b) => a.column - b.column || a.row - b.row);
    const areas: Area[] = [];
    for (const cell of cells) {
      const last = areas[areas.length - 1];
      if (last && last.column === cell.column && last.row + last.rows === cell.row) areas[areas.length - 1] = { ...last, rows: last.rows + 1 };
      else areas.push(cell);
    }
    return areas.length > 0 ? { is: "areas", sheet, areas } : NOTHING;
  }

  const selected = () => {
    if (!book.selection) throw new ExcelError("InvalidSelection", "The current selection is invalid for this operation.");
    return book.selection;
  };

  function addSheet(name: string): Thing {
    if (book.fixed) throw new ExcelError("AccessDenied", "You cannot perform the requested operation.");
    if (name === "" || name.length > 31 || FORBIDDEN.test(name) || /^history$/i.test(name))
      throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
    if (Object.keys(sheets).some((s) => s.toLowerCase() === name.toLowerCase()))
      throw new ExcelError("ItemAlreadyExists", "A resource with the same name already exists.");
    sheets[name] = {};
    return { is: "sheet", name };
  }

  /**
   * Excel refuses a sheet without quotes if its name starts like a row or column of R1C1, is a cell of A1, or is a truth value. Observed in files of Excel:
   * https://github.com/jmcnamara/XlsxWriter/issues/1078, https://github.com/apache/poi/pull/545.
   */
  function refuseBareSheets(formula: string): void {
    const bare = [...formula.replace(/"[^"]*"|'(?:[^']|'')*'!/g, "").matchAll(/([\p{L}\p{N}_.]+)!/gu)].map((m) => m[1]!);
    // A German Excel reads names in its language (as addName below), where rows and columns are Z and S.
    const isLocal = (sheet: string) => book.decimalSeparator === "," && /^(?:ZS?|S)(?:\d|$)/i.test(sheet);
    if (bare.some((sheet) => isLocal(sheet) || /^(?:[RC]\d|RC\d|(?:RC?|C|TRUE|FALSE|[A-Z]{1,3}\d+)$|[\d.])/i.test(sheet)))
      throw new ExcelError("InvalidArgument", "The argument is invalid or missing or has an incorrect format.");
  }

  function addName(name: string, formula: string): Thing {
    if (!/^[\p{L}_\\][\p{L}\d_.]*$/u.test(name) || /^[A-Z]{1,3}\d+$/i.test(name))
      throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
    refuseBareSheets(formula);
    // Some versions of Excel read it so, too (office-js issue 2891).
    if (book.decimalSeparator === "," && formula.includes(",")) throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
    if (name in book.names) throw new ExcelError("ItemAlreadyExists", "A resource with the same name already exists.");
    book.names[name] = book.decimalSeparator === "," ? formula.replaceAll(";", ",") : formula;
    return { is: "name", name };
  }

  /** The block of a name that stands for one; undefined if its cells were deleted. */
  function namedRange(name: string): Thing {
    const m = /^=(?:'((?:[^']|'')+)'|([^'!]+))!([$A-Z\d:]+)$/.exec(book.names[name] ?? "");
    const sheet = (m?.[1] ?? m?.[2] ?? "").replaceAll("''", "'");
    return m && sheets[sheet] ? { is: "range", sheet, area: areaOf((m[3] ?? "").replaceAll("$", "")) } : NOTHING;
  }

  /** Areas that move with the cells but for a part of them, which stays. */
  const cutBy = ({ along, area }: Move, areas: readonly string[]): boolean =>
    areas.map(areaOf).some((a) => {
      const [end, from] = along === "rows" ? [a.row + a.rows, area.row] : [a.column + a.columns, area.column];
      const [side, width, first, span] = along === "rows" ? [a.column, a.columns, area.column, area.columns] : [a.row, a.rows, area.row, area.rows];
      return end > from && side < first + span && side + width > first && (side < first || side + width > first + span);
    });

  /** Excel's refusals of cells that cannot move (learn.microsoft.com, "Error handling with the application-specific JavaScript APIs"). */
  function refuseMove(change: Move): void {
    const { merged = [], tables = [], filteredRows = [] } = book.states[change.sheet] ?? {};
    if (cutBy(change, merged)) throw new ExcelError("MergedRangeConflict", "Cannot complete the operation, because merged cells are in the way.");
    if (cutBy(change, tables)) throw new ExcelError("InsertDeleteConflict", "The insert or delete operation attempted resulted in a conflict.");
    const isBelow = (row: number): boolean =>
      change.along === "rows" ? row >= change.area.row : row >= change.area.row && row < change.area.row + change.area.rows;
    if (change.area.columns < wholeSheet.columns && filteredRows.some(isBelow))
      throw new ExcelError("FilteredRangeConflict", "The attempted operation causes a conflict with a filtered range.");
  }

  /** Inserts or deletes cells; cells, formats, formulas and names follow. */
  function move({ kind, along, sheet, area }: Move): void {
    guard(sheet, area);
    refuseMove({ kind, along, sheet, area });
    const isMoved = (at: Area): boolean => JSON.stringify(movedArea(at, { kind, along, sheet, area })) !== JSON.stringify(at);
    for (const refused of book.refuses)
      if (refused.startsWith(`${sheet}!`) && isMoved(areaOf(refused.slice(sheet.length + 1))))
        throw new ExcelError("InsertDeleteConflict", "The operation would move part of an array.");
    const change: Move = { kind, along, sheet, area };
    const moved = <T>(there: Record<string, T> | undefined): Record<string, T> =>
      Object.fromEntries(
        Object.entries(there ?? {}).flatMap(([name, one]) => {
          const to = movedArea(areaOf(name), change);
          return to ? [[nameOf(to.row, to.column), one]] : [];
        }),
      );
    const state = book.states[sheet];
    for (const what of ["merged", "tables"] as const)
      if (state?.[what])
        state[what] = state[what].flatMap((address) => {
          const to = movedArea(areaOf(address), change);
          return to ? [addressOf(sheet, to).split("!").at(-1)!] : [];
        });
    sheets[sheet] = moved(sheets[sheet]);
    book.formats[sheet] = moved(book.formats[sheet]);
    book.fonts[sheet] = moved(book.fonts[sheet]);
    for (const [home, cells] of Object.entries(sheets))
      for (const [name, cell] of Object.entries(cells)) {
        if (!isFormula(cell)) continue;
        const formula = movedFormula(cell.formula, home, change);
        if (formula === cell.formula) continue;
        cells[name] = { ...cell, formula };
        calculation.mark(home, [name]);
      }
    for (const names of [book.names, ...Object.values(book.states).map((state) => state.names ?? {})])
      for (const [name, formula] of Object.entries(names)) names[name] = movedFormula(formula, "", change);
    if (book.isAutomatic) calculation.calculate();
  }

  function sheetStep(name: string, member: string, args: readonly unknown[]): Thing | undefined {
    switch (member) {
      case "GetUsedRangeOrNullObject":
        return used(name);
      case "GetUsedRange": {
        const found = used(name);
        return found.is === "null" ? { is: "range", sheet: name, area: areaOf("A1") } : found;
      }
      case "GetRange":
        return { is: "range", sheet: name, area: args[0] === undefined || args[0] === null ? wholeSheet : areaOf(String(args[0])) };
      case "GetRanges":
        if (String(args[0]).length > ADDRESS_LIST) throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
        if (book.listsHaveSemicolons && String(args[0]).includes(",")) throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
        return { is: "areas", sheet: name, areas: String(args[0]).split(",").map(areaOf) };
      case "Protection":
        return { is: "protection", name };
      case "Names":
        return { is: "sheet names", name };
      case "Charts":
        return { is: "charts", sheet: name };
      case "AutoFilter":
        return { is: "filter", name };
      case "Tables":
        return { is: "tables", name };
      case "FreezePanes":
        return { is: "freeze panes", name };
      default:
        return undefined;
    }
  }

  function workbookStep(member: string): Thing | undefined {
    switch (member) {
      case "Application":
        return { is: "application" };
      case "Worksheets":
        return { is: "sheets" };
      case "Names":
        return { is: "names" };
      case "Protection":
        return { is: "workbook protection" };
      case "CustomXmlParts":
        return { is: "xml parts" };
      case "GetSelectedRanges":
        return { is: "areas", sheet: selected().sheet, areas: selected().areas.map(areaOf) };
      case "GetSelectedRange":
        if (selected().areas.length > 1) throw new ExcelError("InvalidSelection", "The current selection is invalid for this operation.");
        return { is: "range", sheet: selected().sheet, area: areaOf(selected().areas[0] as string) };
      case "GetActiveCell":
        return { is: "range", sheet: book.selection?.sheet ?? book.active, area: areaOf(book.selection?.active ?? "A1") };
      default:
        return undefined;
    }
  }

  const around = (a: Area, b: Area): Area => {
    const [row, column] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
    return { row, column, rows: Math.max(a.row + a.rows, b.row + b.rows) - row, columns: Math.max(a.column + a.columns, b.column + b.columns) - column };
  };

  /** @param other the object of the path's first argument, if it has one */
  function step(parent: Thing, path: ObjectPath, other: Thing | undefined): Thing {
    const args = path.ArgumentInfo?.Arguments ?? [];
    const asked = `${parent.is}.${path.Name || "item"}`;
    const known = parent.is === "sheet" ? sheetStep(parent.name, path.Name, args) : parent.is === "workbook" ? workbookStep(path.Name) : undefined;
    if (known) return known;
    switch (asked) {
      case "application.CultureInfo":
        return { is: "culture" };
      case "culture.NumberFormat":
        return { is: "number format info" };
      case "sheets.item":
      case "sheets.GetItem":
        return sheetNamed(String(args[0]));
      case "sheets.GetActiveWorksheet":
        return { is: "sheet", name: book.active };
      case "sheets.Add":
        return addSheet(String(args[0]));
      case "xml parts.GetByNamespace":
        return { is: "xml parts", namespace: String(args[0]) };
      case "xml parts.item":
      case "xml parts.GetItem":
        if (!book.xmlParts.has(String(args[0]))) throw new ExcelError("ItemNotFound", "The requested resource doesn't exist.");
        return { is: "xml part", id: String(args[0]) };
      case "sheet names.Add":
        refuseBareSheets(String(args[1]));
        // Not kept: a sheet's names go with it, and nothing reads them later.
        return { is: "sheet name", formula: String(args[1]) };
      case "names.Add":
        return addName(String(args[0]), String(args[1]));
      case "names.GetItemOrNullObject": {
        const found = Object.keys(book.names).find((n) => n.toLowerCase() === String(args[0]).toLowerCase());
        return found === undefined ? NOTHING : { is: "name", name: found };
      }
      case "name.GetRangeOrNullObject":
        return parent.is === "name" ? namedRange(parent.name) : NOTHING;
      case "range.Insert":
        if (parent.is !== "range") return NOTHING;
        move({ kind: "insert", along: args[0] === "Down" ? "rows" : "columns", sheet: parent.sheet, area: parent.area });
        return parent;
      case "range.Format":
        return parent.is === "range" ? { ...parent, is: "format" } : NOTHING;
      case "format.Font":
        return parent.is === "format" ? { ...parent, is: "font" } : NOTHING;
      case "charts.Add":
        if (parent.is !== "charts" || other?.is !== "range") return NOTHING;
        return {
          is: "chart",
          chart:
            book.charts.push({ sheet: parent.sheet, address: addressOf(other.sheet, other.area), type: String(args[0]), title: "", position: "", name: "" }) -
            1,
        };
      case "charts.GetItemOrNullObject": {
        const chart = parent.is === "charts" ? book.charts.findIndex((one) => one.sheet === parent.sheet && one.name === args[0]) : -1;
        return chart < 0 ? NOTHING : { is: "chart", chart };
      }
      case "chart.Title":
        return parent.is === "chart" ? { ...parent, is: "chart title" } : NOTHING;
      case "range.GetMergedAreasOrNullObject": {
        // Only those whose first cell is in the range (office-js issue 3611).
        const areas = parent.is === "range" ? (book.states[parent.sheet]?.merged ?? []).map(areaOf).filter((a) => contains(parent.area, a.row, a.column)) : [];
        return parent.is === "range" && areas.length > 0 ? { is: "areas", sheet: parent.sheet, areas } : NOTHING;
      }
      case "range.GetSpecialCellsOrNullObject":
        return parent.is === "range" ? formulas(parent.sheet) : NOTHING;
      case "range.Worksheet":
      case "areas.Worksheet":
        return parent.is === "range" || parent.is === "areas" ? { is: "sheet", name: parent.sheet } : NOTHING;
      case "areas.Areas":
        return parent.is === "areas" ? { ...parent, is: "area list" } : NOTHING;
      case "area list.GetItemAt": {
        const area = parent.is === "area list" ? parent.areas[Number(args[0])] : undefined;
        return area && parent.is === "area list" ? { is: "range", sheet: parent.sheet, area } : NOTHING;
      }
      case "range.GetRow":
        return parent.is === "range" ? { ...parent, area: { ...parent.area, row: parent.area.row + Number(args[0]), rows: 1 } } : NOTHING;
      case "range.GetBoundingRect":
        return parent.is === "range" && other?.is === "range" ? { ...parent, area: around(parent.area, other.area) } : NOTHING;
      case "range.GetCell":
        return parent.is === "range"
          ? { ...parent, area: { row: parent.area.row + Number(args[0]), column: parent.area.column + Number(args[1]), rows: 1, columns: 1 } }
          : NOTHING;
      default:
        throw new Error(`The model does not know ${asked}.`);
    }
  }

  /** An object returned by a method is created once, however often the batch refers to it. */
  function resolve(batch: Batch, id: number, made: Map<number, Thing>): Thing {
    const known = made.get(id);
    if (known) return known;
    const path = batch.ObjectPaths[String(id)];
    if (!path) throw new Error(`The batch has no object path ${id}.`);
    const find = (): Thing => {
      if (path.ObjectPathType === 6) return references[Number(path.Name)] ?? NOTHING;
      // Microsoft's own services: the custom functions runtime reports that it is ready, and its results. The host page reads them.
      if (path.ObjectPathType === 2) return { is: "runtime" };
      if (path.ObjectPathType === 1) return { is: "workbook" };
      const parent = resolve(batch, path.ParentObjectPathId, made);
      const argument = path.ArgumentInfo?.ReferencedObjectPathIds?.find((given) => given !== null && given !== undefined && given !== 0);
      return parent.is === "null" ? parent : step(parent, path, argument ? resolve(batch, argument, made) : undefined);
    };
    const found = find();
    made.set(id, found);
    return found;
  }

  const shape = ({ row, column, rows, columns }: Area) => ({ RowIndex: row, ColumnIndex: column, RowCount: rows, ColumnCount: columns });

  /** Ranges outlive the batch that created them: later batches refer to them. */
  const referenceTo = (thing: Thing): object => (thing.is === "range" || thing.is === "areas" ? { _ReferenceId: String(references.push(thing) - 1) } : {});

  /** Only the requested properties, so that a reply is as large as Excel's. */
  const only = (wanted: readonly string[], all: Readonly<Record<string, () => unknown>>): object =>
    Object.fromEntries(Object.entries(all).flatMap(([name, read]) => (wanted.length === 0 || wanted.includes(name.toLowerCase()) ? [[name, read()]] : [])));

  const wantedOf = (action: Action): string[] => {
    const query = (action as { QueryInfo?: { Select?: string[] } }).QueryInfo;
    return (query?.Select ?? []).map((name) => name.toLowerCase().replace(/^.*\//, ""));
  };

  /** Null if some of these lines are hidden and others are not: `Excel.Range.rowHidden` and `columnHidden` in Microsoft's types of office.js. */
  const allHidden = (hidden: readonly number[] = [], first: number, lines: number): boolean | null => {
    const found = Array.from({ length: lines }, (_, i) => hidden.includes(first + i));
    return found.every(Boolean) || (found.some(Boolean) ? null : false);
  };
  /** Excel on computers gives the formula of a name as the user would type it (office-js issue 2834). */
  const formulaOfName = (formula = ""): string => (book.decimalSeparator === "," ? formula.replaceAll(",", ";") : formula);
  const namesOf = (names: Readonly<Record<string, string>>): object => ({
    _Items: Object.entries(names).map(([name, formula]) => ({ _Id: name, Name: name, Formula: formulaOfName(formula) })),
  });

  function query(thing: Thing, action: Action): unknown {
    const wanted = wantedOf(action);
    switch (thing.is) {
      case "sheets":
        return { _Items: Object.keys(sheets).map((name) => ({ _Id: name, Name: name })) };
      case "xml parts":
        return { _Items: [...book.xmlParts].flatMap(([id, xml]) => (xml.includes(`xmlns="${thing.namespace}"`) ? [{ _Id: id, Id: id }] : [])) };
      case "sheet":
        return { _Id: thing.name, Name: thing.name, Visibility: book.states[thing.name]?.visibility ?? "Visible" };
      case "workbook protection":
        return { Protected: book.fixed };
      case "application":
        return only(wanted, { DecimalSeparator: () => book.decimalSeparator });
      case "culture":
        return only(wanted, { Name: () => book.culture.name });
      case "number format info":
        return only(wanted, { NumberDecimalSeparator: () => book.culture.decimalSeparator });
      case "sheet name":
        return { Formula: thing.formula };
      case "protection":
        return { Protected: book.states[thing.name]?.protected ?? false };
      case "names":
        return namesOf(book.names);
      case "filter":
        return only(wanted, { IsDataFiltered: () => (book.states[thing.name]?.filteredRows ?? []).length > 0 });
      case "tables":
        return { _Items: [] };
      case "sheet names":
        if (book.isBehind) throw new ExcelError("InvalidSelection", "The current selection is invalid for this operation.");
        // With those of the workbook, which are without those of the sheets (office-js issue 1011).
        return namesOf({ ...book.names, ...book.states[thing.name]?.names });
      case "name":
        return { Name: thing.name, Formula: formulaOfName(book.names[thing.name]) };
      case "area list":
        return { _Items: thing.areas.map((area) => ({ ...shape(area), ...referenceTo({ is: "range", sheet: thing.sheet, area }) })) };
      case "areas":
        return { AreaCount: thing.areas.length, Address: thing.areas.map((area) => addressOf(thing.sheet, area)).join(","), ...referenceTo(thing) };
      case "range":
        return {
          ...shape(thing.area),
          ...referenceTo(thing),
          ...only(wanted, {
            Address: () => addressOf(thing.sheet, thing.area),
            Formulas: () => grid(thing.sheet, thing.area, (c) => (c?.spilled ? "" : (c?.formula ?? ""))),
            Values: () => grid(thing.sheet, thing.area, (c) => c?.value ?? ""),
            Text: () => grid(thing.sheet, thing.area, textOf),
            NumberFormat: () =>
              Array.from({ length: thing.area.rows }, (_, r) =>
                Array.from(
                  { length: thing.area.columns },
                  (_cell, c) =>
                    book.formats[thing.sheet]?.[cellsOf({ row: thing.area.row + r, column: thing.area.column + c, rows: 1, columns: 1 })[0] ?? ""] ?? "General",
                ),
              ),
            RowHidden: () =>
              allHidden([...(book.states[thing.sheet]?.hiddenRows ?? []), ...(book.states[thing.sheet]?.filteredRows ?? [])], thing.area.row, thing.area.rows),
            ColumnHidden: () => allHidden(book.states[thing.sheet]?.hiddenColumns, thing.area.column, thing.area.columns),
            ValueTypes: () => grid(thing.sheet, thing.area, typeOf),
          }),
        };
      default:
        return {};
    }
  }

  function guard(sheet: string, area: Area): void {
    const state = book.states[sheet];
    if (state?.protected && !cellsOf(area).every((name) => state.unlocked?.includes(name)))
      throw new ExcelError("AccessDenied", "You cannot perform the requested operation.");
  }

  /** Whether the cell is one of merged cells, and not the first. */
  const isBehindMerged = (sheet: string, name: string): boolean =>
    (book.states[sheet]?.merged ?? [])
      .map(areaOf)
      .some((area) => contains(area, areaOf(name).row, areaOf(name).column) && name !== nameOf(area.row, area.column));

  /** Content typed into a cell. */
  function enter(sheet: string, name: string, typed: unknown): void {
    if (book.refuses.has(`${sheet}!${name}`)) throw new ExcelError("InvalidOperation", "You can't change part of an array.");
    const cells = sheets[sheet] ?? {};
    if (typed === null || isBehindMerged(sheet, name)) return;
    if (typed === "") delete cells[name];
    // In a cell with the format Text, Excel stores formulas and numbers as text (support.microsoft.com, "Format numbers as text").
    else if (book.formats[sheet]?.[name] === "@") {
      const text = String(typed).replace(/^'/, "");
      cells[name] = { formula: text, value: text, type: "String", asText: true };
    } else if (typeof typed === "string" && typed.startsWith("=")) {
      if (typed.length > FORMULA) throw new ExcelError("FormulaLengthExceedsLimit", "The formula is too long.");
      if ((typed.match(/\(/g) ?? []).length !== (typed.match(/\)/g) ?? []).length)
        throw new ExcelError("InvalidArgument", "The argument is invalid or missing or has an incorrect format.");
      refuseBareSheets(typed);
      cells[name] = { formula: typed, value: 0 };
    } else if (typeof typed === "string") {
      const text = typed.startsWith("'") ? typed.slice(1) : undefined;
      const isNumber = text === undefined && typed.trim() !== "" && !Number.isNaN(Number(typed));
      // Excel converts text that looks like a date.
      const isDate = text === undefined && /^\d{4}-\d{2}-\d{2}$/.test(typed);
      const value = text ?? (isNumber ? Number(typed) : isDate ? Date.parse(typed) / 86_400_000 + 25_569 : typed);
      cells[name] = { formula: String(value), value, ...(text === undefined ? {} : { type: "String", asText: true }) };
    } else cells[name] = { formula: String(typed), value: typed as number | boolean };
    calculation.mark(sheet, [name]);
  }

  const eachCell = ({ sheet, area }: { readonly sheet: string; readonly area: Area }, change: (name: string) => void): void => {
    guard(sheet, area);
    cellsOf(area).forEach(change);
  };

  function setProperty(thing: Thing, name: string, value: unknown): void {
    if (thing.is === "name" && name === "Visible") return void (value === false ? book.hiddenNames.add(thing.name) : book.hiddenNames.delete(thing.name));
    if (thing.is === "name" && name === "Formula") {
      refuseBareSheets(String(value));
      return void (book.names[thing.name] = String(value));
    }
    if (thing.is === "chart" && name === "Name") return void ((book.charts[thing.chart] ?? { name: "" }).name = String(value));
    if (thing.is === "chart title") return void ((book.charts[thing.chart] ?? { title: "" }).title = String(value));
    if (thing.is === "font" || thing.is === "format") return eachCell(thing, (cell) => (((book.fonts[thing.sheet] ??= {})[cell] ??= {})[name] = value));
    if (thing.is === "range" && name === "NumberFormat" && typeof value === "string")
      return eachCell(thing, (cell) => ((book.formats[thing.sheet] ??= {})[cell] = value));
    if (thing.is !== "range" || name !== "Formulas") throw new Error(`The model does not know how to set ${thing.is}.${name}.`);
    const rows = value as unknown[][];
    if (rows.length !== thing.area.rows || rows.some((row) => row.length !== thing.area.columns))
      throw new ExcelError("InvalidArgument", "The number of rows or columns in the input array doesn't match the size or dimensions of the range.");
    guard(thing.sheet, thing.area);
    const filtered = book.states[thing.sheet]?.filteredRows?.filter((row) => row >= thing.area.row && row < thing.area.row + thing.area.rows) ?? [];
    const isOne = thing.area.rows * thing.area.columns === 1;
    for (const [r, row] of rows.entries()) {
      // The first row goes into each visible one (office-js issue 224, xlwings issue 747).
      if (!isOne && filtered.includes(thing.area.row + r)) continue;
      const written = filtered.length > 0 ? rows[0]! : row;
      for (const [c, typed] of written.entries()) enter(thing.sheet, nameOf(thing.area.row + r, thing.area.column + c), typed);
    }
    if (book.isAutomatic) calculation.calculate();
  }

  /** Copies one cell over others, as filling does. */
  function copy(from: Thing, sheet: string, area: Area): void {
    if (from.is !== "range" || from.area.rows * from.area.columns !== 1) throw new Error("The model copies single cells only.");
    const source = nameOf(from.area.row, from.area.column);
    const cell = sheets[from.sheet]?.[source];
    guard(sheet, area);
    for (const name of cellsOf(area)) {
      const to = areaOf(name);
      const format = book.formats[from.sheet]?.[source];
      if (format !== undefined) (book.formats[sheet] ??= {})[name] = format;
      enter(sheet, name, !cell ? "" : isFormula(cell) ? shiftFormula(cell.formula, to.row - from.area.row, to.column - from.area.column) : cell.value);
    }
    if (book.isAutomatic) calculation.calculate();
  }

  function method(thing: Thing, action: Action, given: (id: number) => Thing): void {
    const args = action.ArgumentInfo?.Arguments ?? [];
    const asked = `${thing.is}.${action.Name}`;
    if (asked === "range.Delete" && thing.is === "range")
      move({ kind: "delete", along: args[0] === "Up" ? "rows" : "columns", sheet: thing.sheet, area: thing.area });
    else if (asked === "range.CopyFrom" && thing.is === "range") {
      const [id] = (action.ArgumentInfo as { ReferencedObjectPathIds?: number[] }).ReferencedObjectPathIds ?? [];
      copy(id ? given(id) : NOTHING, thing.sheet, thing.area);
    } else if (asked === "name.Delete" && thing.is === "name") delete book.names[thing.name];
    else if (asked === "freeze panes.FreezeRows" && thing.is === "freeze panes") (book.states[thing.name] ??= {}).frozenRows = Number(args[0]);
    else if (asked === "xml part.Delete" && thing.is === "xml part") book.xmlParts.delete(thing.id);
    else if (asked === "format.AutofitColumns") return;
    else if (asked === "chart.SetData" && thing.is === "chart") {
      const id = (action.ArgumentInfo as { ReferencedObjectPathIds?: (number | null)[] }).ReferencedObjectPathIds?.find((one) => one);
      const range = id ? given(id) : NOTHING;
      if (range.is === "range") (book.charts[thing.chart] ?? { address: "" }).address = addressOf(range.sheet, range.area);
    } else if (asked === "chart.Delete" && thing.is === "chart") book.charts.splice(thing.chart, 1);
    else if (asked === "chart.SetPosition" && thing.is === "chart") (book.charts[thing.chart] ?? { position: "" }).position = args.join(":");
    else if ((asked === "areas.SetDirty" && thing.is === "areas") || (asked === "range.SetDirty" && thing.is === "range")) {
      for (const area of "areas" in thing ? thing.areas : [thing.area]) {
        const names = cellsOf(area);
        book.dirty.push(...names.map((name) => `${thing.sheet}!${name}`));
        calculation.mark(thing.sheet, names);
      }
    } else if (asked === "application.Calculate") {
      book.calculations.push(String(args[0]));
      calculation.calculate();
    } else if (asked === "range.Clear" && thing.is === "range") {
      const there = Object.keys(sheets[thing.sheet] ?? {}).filter((name) => contains(thing.area, areaOf(name).row, areaOf(name).column));
      if (book.states[thing.sheet]?.protected) throw new ExcelError("AccessDenied", "You cannot perform the requested operation.");
      for (const name of there) delete sheets[thing.sheet]?.[name];
    } else if (asked === "range._ValidateArraySize" && thing.is === "range") {
      // office.js splits large arrays itself, after it has checked whether the whole array fits.
      if (args[0] !== thing.area.rows || args[1] !== thing.area.columns) throw new ExcelError("InvalidArgument", "The argument is invalid or missing.");
    } else if (asked === "range.Select" && thing.is === "range") {
      const name = nameOf(thing.area.row, thing.area.column);
      book.active = thing.sheet;
      book.selection = { sheet: thing.sheet, areas: [name], active: name };
    } else if (/^sheets\._(Register|Unregister)DataChangedEvent$/.test(asked)) book.hearsChanges = asked === "sheets._RegisterDataChangedEvent";
    else if (asked === "sheet.Activate" && thing.is === "sheet") {
      if ((book.states[thing.name]?.visibility ?? "Visible") !== "Visible") throw new ExcelError("InvalidOperation", "The sheet is hidden.");
      book.active = thing.name;
    } else if (asked === "sheet.Delete" && thing.is === "sheet") deleteSheet(thing.name);
    else if (action.Name === "CreateAndOpenWorkbook") book.opened.push(String(args[0]));
    else throw new Error(`The model does not know ${asked} (action type ${action.ActionType}).`);
  }

  /** @param given finds the object of an argument */
  function perform(thing: Thing, action: Action, given: (id: number) => Thing): unknown {
    if (thing.is === "xml part" && action.Name === "GetXml") return book.xmlParts.get(thing.id);
    // A call on a null object returns a null object.
    if (thing.is === "null") return null;
    if (thing.is === "runtime" && action.Name !== "CreateAndOpenWorkbook") return {};
    if (/^_(Keep|Remove|UnregisterRe)/.test(action.Name)) return {};
    if (action.ActionType === 1) return { ...referenceTo(thing), ...(thing.is === "sheet" ? { _Id: thing.name } : {}) };
    if (action.ActionType === 2) return query(thing, action);
    if (action.ActionType === 4) setProperty(thing, action.Name, action.ArgumentInfo?.Arguments?.[0]);
    else method(thing, action, given);
    return {};
  }

  /** Renames a sheet; formulas and names follow. */
  function renameSheet(from: string, to: string): void {
    for (const all of [sheets, book.formats, book.fonts, book.states] as Record<string, unknown>[]) {
      if (!(from in all)) continue;
      all[to] = all[from];
      delete all[from];
    }
    // Always with quotes: Excel leaves them out where they are not needed.
    const renamed = (formula: string): string =>
      formula.replaceAll(`'${from.replaceAll("'", "''")}'!`, `${from}!`).replaceAll(`${from}!`, `'${to.replaceAll("'", "''")}'!`);
    for (const cells of Object.values(sheets))
      for (const [name, cell] of Object.entries(cells)) if (isFormula(cell)) cells[name] = { ...cell, formula: renamed(cell.formula) };
    for (const [name, formula] of Object.entries(book.names)) book.names[name] = renamed(formula);
  }

  return { resolve, perform, move, renameSheet, deleteSheet };
}
