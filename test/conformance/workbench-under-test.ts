import type { ICellData } from "@univerjs/core";
import type { CellValue } from "../../src/workbook/cell";
import type { Workbench } from "../browser/workbench";
import type { Kept } from "./kept-page";
import { remoteWorkbook } from "./remote-workbook";
import type { Put, WorkbookUnderTest } from "./workbook-under-test";

const SLOT = "service.workbook-under-test";

/** Cells to write one by one, as typed; larger numbers are written in bands of rows, as pasted. */
const TYPED = 100;
/** More cells with gaps between them would take too long. */
const MOST_TYPED = 1_000;
const BAND = 100;

/** Contents written in one edit, by address. Each edit of the grid takes milliseconds: 10,000 single edits take a minute. */
function writesOf(contents: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown[][]])[] {
  const oneByOne = contents.map(([address, content]): readonly [string, unknown[][]] => [address, [[content]]]);
  if (contents.length <= TYPED) return oneByOne;
  const rows = new Map<number, Map<string, unknown>>();
  for (const [address, content] of contents) {
    const [, column = "", row = ""] = /^([A-Z])(\d+)$/.exec(address) ?? [];
    const cellsOfRow = rows.get(Number(row)) ?? new Map<string, unknown>();
    rows.set(Number(row), cellsOfRow.set(column, content));
  }
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  const columns = [...(rows.get(numbers[0] ?? 0)?.keys() ?? [])].sort();
  const [first = 0, left = "", right = ""] = [numbers[0], columns[0], columns.at(-1)];
  const whole = numbers.every((row, i) => row === first + i && rows.get(row)?.size === columns.length && columns.every((c) => rows.get(row)?.has(c)));
  const beside = columns.every((c, i) => c.charCodeAt(0) === left.charCodeAt(0) + i);
  if (!whole || !beside) {
    if (contents.length > MOST_TYPED) throw new Error(`More than ${MOST_TYPED} cells are put as one block without gaps, in columns A to Z.`);
    return oneByOne;
  }
  return Array.from({ length: Math.ceil(numbers.length / BAND) }, (_, i) => {
    const band = numbers.slice(i * BAND, (i + 1) * BAND);
    return [`${left}${band[0] ?? 0}:${right}${band.at(-1) ?? 0}`, band.map((row) => columns.map((c) => rows.get(row)?.get(c)))];
  });
}

/** The workbench as the conformance suite drives it. */
export async function workbenchUnderTest({ page: workbench, service, passed }: Kept<Workbench>): Promise<WorkbookUnderTest> {
  const { grid, page } = workbench;
  await grid.evaluate(({ workbook }, slot) => void ((globalThis as unknown as Record<symbol, unknown>)[Symbol.for(slot)] = workbook), SLOT);
  const none = (what: string) => (): Promise<never> => Promise.reject(new Error(`The workbench has no ${what}.`));
  const contentOf = (content: Put): unknown => {
    if (typeof content === "string" && content.startsWith("=")) return { f: content, v: null };
    if (typeof content !== "object") return content;
    // 4: text, whatever it looks like.
    return "text" in content ? { v: content.text, t: 4 } : { f: content.broken, v: null };
  };
  return {
    workbook: remoteWorkbook(page, SLOT),
    service,
    passed,
    put: (sheet, cells) =>
      grid.evaluate(
        ({ api }, [name, writes]) => {
          const book = api.getActiveWorkbook();
          const before = book.getActiveSheet();
          const there = book.getSheetByName(name) ?? book.insertSheet(name);
          before.activate();
          for (const [address, rows] of writes) there.getRange(address).setValues(rows as ICellData[][]);
        },
        [sheet, writesOf(Object.entries(cells).map(([address, content]) => [address, contentOf(content)]))] as const,
      ),
    clear: (sheet, ...addresses) =>
      grid.evaluate(
        ({ api }, [name, cells]) => {
          const there = api.getActiveWorkbook().getSheetByName(name);
          for (const cell of cells) there?.getRange(cell).clearContent();
        },
        [sheet, addresses] as const,
      ),
    undo: () => grid.evaluate(({ api }) => api.undo().then(() => undefined)),
    settled: workbench.settled,
    hide: (sheet) => grid.evaluate(({ api }, name) => void api.getActiveWorkbook().getSheetByName(name)?.hideSheet(), sheet),
    hideLines: (sheet, along, at, count) =>
      grid.evaluate(
        ({ api }, [name, lines, first, many]) => {
          const there = api.getActiveWorkbook().getSheetByName(name);
          if (lines === "rows") there?.hideRows(first, many);
          else there?.hideColumns(first, many);
        },
        [sheet, along, at, count] as const,
      ),
    protect: none("protected sheets"),
    formatAsTable: none("tables of its own"),
    limit: none("limit of requests"),
    merge: (sheet, address) =>
      grid.evaluate(({ api }, [name, cells]) => void api.getActiveWorkbook().getSheetByName(name)?.getRange(cells).merge(), [sheet, address] as const),
    filterOut: (sheet, address, text) =>
      grid.evaluate(
        ({ api }, [name, cells, hidden]) => {
          const book = api.getActiveWorkbook();
          const found = book.getSheetByName(name)!;
          const range = found.getRange(cells);
          const ref = range.getRange();
          const [, ...values] = range.getValues().map(([first]) => String(first ?? ""));
          const filter = {
            ref,
            filterColumns: [{ colId: ref.startColumn, filters: { filters: values.filter((value) => value !== hidden) } }],
            cachedFilteredOut: values.flatMap((value, i) => (value === hidden ? [ref.startRow + 1 + i] : [])),
          };
          const of = { unitId: book.getId(), subUnitId: found.getSheetId() };
          api.syncExecuteCommand("sheet.mutation.set-filter-range", { ...of, filter, was: null });
        },
        [sheet, address, text] as const,
      ),
    select: (sheet, ...areas) =>
      grid.evaluate(
        ({ api }, [name, address]) => {
          const there = api.getActiveWorkbook().getSheetByName(name);
          there?.activate();
          there?.getRange(address).activate();
        },
        [sheet, areas[0] ?? "A1"] as const,
      ),
    holds: async (sheet, address) => {
      const { formula, value } = await grid.evaluate(
        ({ api }, [name, cell]) => {
          const range = api.getActiveWorkbook().getSheetByName(name)?.getRange(cell);
          return { formula: range?.getFormula() ?? "", value: range?.getValue() ?? null };
        },
        [sheet, address] as const,
      );
      return { formula, value: value as CellValue };
    },
    look: (sheet, cell) =>
      grid.evaluate(
        ({ api }, [name, address]) => {
          const found = api.getActiveWorkbook().getSheetByName(name);
          return {
            width: found?.getColumnWidth(0) ?? 0,
            bold: found?.getRange(address).getCellStyleData()?.bl === 1,
            // Univer's WrapStrategy.WRAP.
            wrapped: found?.getRange(address).getCellStyleData()?.tb === 3,
            frozen: found?.getFrozenRows() ?? 0,
          };
        },
        [sheet, cell] as const,
      ),
    sheets: () =>
      grid.evaluate(({ api }) =>
        api
          .getActiveWorkbook()
          .getSheets()
          .map((s) => s.getSheetName()),
      ),
    front: () =>
      grid.evaluate(({ api }) => {
        const sheet = api.getActiveWorkbook().getActiveSheet();
        return { sheet: sheet.getSheetName(), cell: sheet.getActiveRange()?.getA1Notation() ?? "" };
      }),
    names: () =>
      grid.evaluate(({ api }) =>
        Object.fromEntries(
          api
            .getActiveWorkbook()
            .getDefinedNames()
            // The grid keeps what is only a reference without its equals sign.
            .map((n) => [n.getName(), `=${n.getFormulaOrRefString().replace(/^=/, "")}`]),
        ),
      ),
    opened: none("windows of other workbooks"),
    resize: (sheet, kind, along, at, count) =>
      grid.evaluate(
        ({ api }, [name, what, direction, first, many]) => {
          const there = api.getActiveWorkbook().getSheetByName(name);
          const call = `${what}${direction === "rows" ? "Rows" : "Columns"}` as const;
          there?.[call](first, many);
        },
        [sheet, kind, along, at, count] as const,
      ),
    rename: (sheet, to) => grid.evaluate(({ api }, [name, next]) => void api.getActiveWorkbook().getSheetByName(name)?.setName(next), [sheet, to] as const),
    format: (sheet, address) =>
      grid.evaluate(({ api }, [name, cell]) => api.getActiveWorkbook().getSheetByName(name)?.getRange(cell).getCellStyleData()?.n?.pattern, [
        sheet,
        address,
      ] as const),
    setEditing: none("editing that blocks"),
    setAutomatic: none("manual calculation"),
  };
}
