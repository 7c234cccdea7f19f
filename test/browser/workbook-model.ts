/** One cell of the test's workbook. */
export interface ModelCell {
  readonly formula: string;
  value: unknown;
}

/** What the page did to the workbook. */
export interface WorkbookModel {
  readonly sheets: Record<string, Record<string, ModelCell>>;
  readonly dirty: string[];
  readonly calculations: string[];
  /** Answers one batch of the page's `Excel.run`, in the form in which office.js sends it. */
  answer(batch: Batch): { Results: { ActionId: number; Value: unknown }[] };
}

export interface Action {
  readonly Id: number;
  /** 1 instantiate, 2 query, 3 method, 4 set a property. */
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

interface ObjectPath {
  /** 1 global object, 2 object of its own, 3 method, 4 property, 5 indexer, 6 an object by the reference that it was given. */
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

export interface Batch {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** What an object path of a batch leads to. */
type Thing =
  | { readonly is: "null" | "workbook" | "application" | "sheets" | "runtime" }
  | { readonly is: "sheet"; readonly name: string }
  | { readonly is: "range"; readonly sheet: string; readonly area: Area }
  | { readonly is: "areas" | "area list"; readonly sheet: string; readonly areas: readonly Area[] };

const columnOf = (letters: string): number => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1;
const lettersOf = (column: number): string => (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

function areaOf(address: string): Area {
  const m = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(address);
  if (!m) throw new Error(`The model does not know the address ${address}.`);
  const [column, row] = [columnOf(m[1] ?? ""), Number(m[2]) - 1];
  return { row, column, rows: m[4] ? Number(m[4]) - row : 1, columns: m[3] ? columnOf(m[3]) - column + 1 : 1 };
}

const cellsOf = ({ row, column, rows, columns }: Area): string[] =>
  Array.from({ length: rows * columns }, (_, i) => `${lettersOf(column + (i % columns))}${row + Math.floor(i / columns) + 1}`);

/** A workbook that understands as much of Excel's request protocol as finding and marking cells takes; anything else is an error, so that no test passes by accident. */
export function createWorkbookModel(): WorkbookModel {
  const sheets: WorkbookModel["sheets"] = { Sheet1: {} };
  const dirty: string[] = [];
  const calculations: string[] = [];

  const references: Thing[] = [];

  const grid = (sheet: string, area: Area, read: (cell: ModelCell) => unknown): unknown[][] => {
    const cells = cellsOf(area).map((address) => {
      const cell = sheets[sheet]?.[address];
      return cell ? read(cell) : "";
    });
    return Array.from({ length: area.rows }, (_, r) => cells.slice(r * area.columns, (r + 1) * area.columns));
  };

  function used(sheet: string): Thing {
    const areas = Object.keys(sheets[sheet] ?? {}).map(areaOf);
    if (areas.length === 0) return { is: "null" };
    const row = Math.min(...areas.map((a) => a.row));
    const column = Math.min(...areas.map((a) => a.column));
    return {
      is: "range",
      sheet,
      area: { row, column, rows: Math.max(...areas.map((a) => a.row)) - row + 1, columns: Math.max(...areas.map((a) => a.column)) - column + 1 },
    };
  }

  /** Formula cells, joined down each column as Excel joins them. */
  function formulas(sheet: string): Thing {
    const cells = Object.entries(sheets[sheet] ?? {})
      .filter(([, cell]) => cell.formula.startsWith("="))
      .map(([address]) => areaOf(address))
      .sort((a, b) => a.column - b.column || a.row - b.row);
    const areas: Area[] = [];
    for (const cell of cells) {
      const last = areas[areas.length - 1];
      if (last && last.column === cell.column && last.row + last.rows === cell.row) areas[areas.length - 1] = { ...last, rows: last.rows + 1 };
      else areas.push(cell);
    }
    return areas.length > 0 ? { is: "areas", sheet, areas } : { is: "null" };
  }

  function step(parent: Thing, path: ObjectPath): Thing {
    const args = path.ArgumentInfo?.Arguments ?? [];
    const asked = `${parent.is}.${path.Name || "item"}`;
    switch (asked) {
      case "workbook.Application":
        return { is: "application" };
      case "workbook.Worksheets":
        return { is: "sheets" };
      case "sheets.item":
        return { is: "sheet", name: String(args[0]) };
      case "sheet.GetUsedRangeOrNullObject":
        return parent.is === "sheet" ? used(parent.name) : { is: "null" };
      case "sheet.GetRanges":
        return parent.is === "sheet" ? { is: "areas", sheet: parent.name, areas: String(args[0]).split(",").map(areaOf) } : { is: "null" };
      case "range.GetSpecialCellsOrNullObject":
        return parent.is === "range" ? formulas(parent.sheet) : { is: "null" };
      case "areas.Areas":
        return parent.is === "areas" ? { ...parent, is: "area list" } : { is: "null" };
      case "area list.GetItemAt": {
        const area = parent.is === "area list" ? parent.areas[Number(args[0])] : undefined;
        return area && parent.is === "area list" ? { is: "range", sheet: parent.sheet, area } : { is: "null" };
      }
      case "range.GetCell":
        return parent.is === "range"
          ? { ...parent, area: { row: parent.area.row + Number(args[0]), column: parent.area.column + Number(args[1]), rows: 1, columns: 1 } }
          : { is: "null" };
      case "range.GetResizedRange":
        return parent.is === "range"
          ? { ...parent, area: { ...parent.area, rows: parent.area.rows + Number(args[0]), columns: parent.area.columns + Number(args[1]) } }
          : { is: "null" };
      default:
        throw new Error(`The model does not know ${asked}.`);
    }
  }

  function resolve(batch: Batch, id: number): Thing {
    const path = batch.ObjectPaths[String(id)];
    if (!path) throw new Error(`The batch has no object path ${id}.`);
    if (path.ObjectPathType === 6) return references[Number(path.Name)] ?? { is: "null" };
    // Microsoft's own services: the custom functions runtime says that it is ready and what functions gave; the host page reads that.
    if (path.ObjectPathType === 2) return { is: "runtime" };
    return path.ObjectPathType === 1 ? { is: "workbook" } : step(resolve(batch, path.ParentObjectPathId), path);
  }

  const shape = ({ row, column, rows, columns }: Area) => ({ RowIndex: row, ColumnIndex: column, RowCount: rows, ColumnCount: columns });

  /** Ranges outlive the batch that made them: office.js names them by reference from then on. */
  const referenceTo = (thing: Thing): object => (thing.is === "range" || thing.is === "areas" ? { _ReferenceId: String(references.push(thing) - 1) } : {});

  function query(thing: Thing): unknown {
    switch (thing.is) {
      case "sheets":
        return { _Items: Object.keys(sheets).map((name) => ({ _Id: name, Name: name })) };
      case "area list":
        return { _Items: thing.areas.map((area) => ({ ...shape(area), ...referenceTo({ is: "range", sheet: thing.sheet, area }) })) };
      case "areas":
        return { AreaCount: thing.areas.length, ...referenceTo(thing) };
      case "range":
        return {
          ...shape(thing.area),
          ...referenceTo(thing),
          Formulas: grid(thing.sheet, thing.area, (c) => c.formula),
          Values: grid(thing.sheet, thing.area, (c) => c.value),
        };
      default:
        return {};
    }
  }

  function perform(thing: Thing, action: Action): unknown {
    // Whatever is done with nothing gives nothing.
    if (thing.is === "null") return null;
    if (thing.is === "runtime" || /^_(Keep|Remove|UnregisterRe)/.test(action.Name)) return {};
    if (action.ActionType === 1) return referenceTo(thing);
    if (action.ActionType === 2) return query(thing);
    if (action.Name === "SetDirty" && thing.is === "areas") dirty.push(...thing.areas.flatMap(cellsOf).map((address) => `${thing.sheet}!${address}`));
    else if (action.Name === "Calculate" && thing.is === "application") calculations.push(String(action.ArgumentInfo?.Arguments?.[0]));
    else throw new Error(`The model does not know ${thing.is}.${action.Name} (action type ${action.ActionType}).`);
    return {};
  }

  return {
    sheets,
    dirty,
    calculations,
    answer: (batch) => ({
      Results: batch.Actions.map((action) => ({ ActionId: action.Id, Value: perform(resolve(batch, action.ObjectPathId), action) })),
    }),
  };
}
