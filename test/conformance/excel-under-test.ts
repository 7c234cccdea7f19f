import { buildSync } from "esbuild";
import path from "node:path";
import type { Excel } from "../browser/excel-host";
import { areaOf, nameOf, stored, textOf, typeOf, valueOf, type ModelCell } from "../browser/model/cells";
import type { Kept } from "./kept-page";
import { remoteWorkbook } from "./remote-workbook";
import type { Put, WorkbookUnderTest } from "./workbook-under-test";

const SLOT = "service.workbook-under-test";

let bundled: string | undefined;
/** Excel's adapter as one script. */
const adapter = (): string =>
  (bundled ??=
    buildSync({
      entryPoints: [path.join(__dirname, "excel-entry.ts")],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2020",
      tsconfigRaw: {},
    }).outputFiles[0]?.text ?? "");

/** More than one slice of a file, with known bytes. */
const FILE = Uint8Array.from({ length: 2_500_000 }, (_, i) => [0x50, 0x4b, 3, 4][i] ?? (i * 7) % 251);

const cellOf = (content: Put): ModelCell => {
  if (typeof content !== "object")
    return typeof content === "string" && content.startsWith("=") ? { formula: content, value: 0 } : stored(String(content), content);
  return "text" in content
    ? { formula: content.text, value: content.text, type: "String", asText: true }
    : { formula: content.broken, value: "#NAME?", type: "Error", broken: true };
};

/** The test's Excel as the conformance suite drives it: the adapter in the pane's frame, over the real office.js. */
export async function excelUnderTest({ page: excel, service, passed }: Kept<Excel>): Promise<WorkbookUnderTest> {
  await excel.pane.evaluate(adapter());
  const { workbook: model } = excel;
  model.document.file = FILE;
  let saved: (() => void) | undefined;
  /** Keeps the contents for an undo. */
  const keep = (): void => {
    const then = structuredClone([model.sheets, model.formats, model.fonts, model.names]) as Record<string, unknown>[];
    saved = () =>
      [model.sheets, model.formats, model.fonts, model.names].forEach((now: Record<string, unknown>, i) => {
        for (const name of Object.keys(now)) delete now[name];
        Object.assign(now, then[i]);
      });
  };
  const later = <T>(value: T): Promise<T> => Promise.resolve(value);
  return {
    workbook: remoteWorkbook(excel.pane, SLOT),
    service,
    passed,
    clear: async (sheet, ...addresses) => {
      keep();
      for (const address of addresses) delete model.sheets[sheet]?.[address];
    },
    undo: async () => {
      saved?.();
    },
    put: async (sheet, cells) => {
      keep();
      const there = (model.sheets[sheet] ??= {});
      for (const [address, content] of Object.entries(cells)) there[address] = cellOf(content);
      model.typed(sheet, ...Object.keys(cells));
    },
    settled: excel.settled,
    hide: async (sheet, how = "hidden") => {
      (model.states[sheet] ??= {}).visibility = how === "hidden" ? "Hidden" : "VeryHidden";
    },
    hideLines: async (sheet, along, at, count) => {
      const lines = Array.from({ length: count }, (_, i) => at + i);
      model.states[sheet] = { ...model.states[sheet], [along === "rows" ? "hiddenRows" : "hiddenColumns"]: lines };
    },
    protect: async (sheet) => {
      (model.states[sheet] ??= {}).protected = true;
    },
    merge: async (sheet, address) => {
      (model.states[sheet] ??= {}).merged = [...(model.states[sheet]?.merged ?? []), address];
    },
    formatAsTable: async (sheet, address) => {
      (model.states[sheet] ??= {}).tables = [...(model.states[sheet]?.tables ?? []), address];
    },
    filterOut: async (sheet, address, text) => {
      const { row, column, rows } = areaOf(address);
      const all = Array.from({ length: rows - 1 }, (_, i) => row + 1 + i);
      const hidden = all.filter((at) => model.sheets[sheet]?.[nameOf(at, column)]?.value === text);
      Object.assign((model.states[sheet] ??= {}), { filteredRows: hidden, hiddenRows: hidden });
    },
    limit: async (requests) => {
      model.limited = requests;
    },
    select: excel.select,
    holds: (sheet, address) => {
      const cell = model.sheets[sheet]?.[address];
      return later({ formula: cell?.formula ?? "", value: valueOf(cell), text: textOf(cell), type: typeOf(cell) });
    },
    look: (sheet, cell) =>
      later({
        // Excel's widths are in points.
        width: (Number(model.fonts[sheet]?.["A1"]?.["ColumnWidth"] ?? 48) * 4) / 3,
        bold: model.fonts[sheet]?.[cell]?.["Bold"] === true,
        wrapped: model.fonts[sheet]?.[cell]?.["WrapText"] === true,
        frozen: model.states[sheet]?.frozenRows ?? 0,
      }),
    sheets: () => later(Object.keys(model.sheets)),
    front: () => later({ sheet: model.active, cell: model.selection?.active ?? "" }),
    names: () => later({ ...model.names }),
    opened: () => later(model.opened.map((base64) => Uint8Array.from(Buffer.from(base64, "base64")))),
    resize: async (sheet, kind, along, at, count) => {
      keep();
      const whole = along === "rows" ? { row: at, column: 0, rows: count, columns: 16_384 } : { row: 0, column: at, rows: 1_048_576, columns: count };
      model.move({ kind, along, sheet, area: whole });
    },
    rename: async (sheet, to) => {
      model.renameSheet(sheet, to);
    },
    format: (sheet, address) => later(model.formats[sheet]?.[address]),
    setEditing: async (editing) => {
      model.editing = editing;
    },
    setAutomatic: async (automatic) => {
      model.isAutomatic = automatic;
    },
  };
}
