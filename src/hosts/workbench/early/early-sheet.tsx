import { format } from "numfmt";
import { render } from "preact";
import { useReducer, useLayoutEffect, useMemo } from "preact/hooks";
import type { CustomFunction } from "../../../engine/calls/custom-functions";
import { COLUMN_WIDTH, heightsOfFonts, pixels, pixelsOfPoints, ROW_HEIGHT } from "../../../engine/book/sheet-size";
import type { BookCell, BookSheet } from "../../../workbook/book";
import type { CellValue } from "../../../workbook/cell";
import { columnName, addressOf } from "../../../workbook/cell-address";
import { valueText } from "../../../workbook/value-text";
import { fitNumber } from "../numbers/fit-number";
import { cellOf } from "../../../engine/calls/cell-of";
import { readCalls, type CallInFormula } from "../../../workbook/formulas/call-arguments";

/*
 * The opening sheet before the grid is there: the grid's script is large, and the first values can be shown long before it has run. It is drawn where the grid
 * will draw it. Only values are shown whose arguments are known without calculating; all others appear with the grid.
 */

/** The call of a cell whose formula is nothing else. */
function onlyCall({ formula }: BookCell): CallInFormula | undefined {
  const [call, ...others] = formula === undefined ? [] : readCalls(formula);
  return call?.alone && others.length === 0 ? call : undefined;
}

/**
 * Calls the functions of a sheet's cells whose arguments are written in the formula or in other cells. The grid's own calls get the same answers later, without
 * a request. A cell without a value, such as one whose call failed, is left to the grid.
 *
 * @param show is called with each value
 * @returns after the last
 */
async function earlyValues(sheet: BookSheet, functions: ReadonlyMap<string, CustomFunction>, show: (cell: BookCell, value: CellValue) => void): Promise<void> {
  const typed = new Map(sheet.cells.filter(({ formula }) => formula === undefined).map((cell) => [`${cell.row} ${cell.column}`, cell.value]));
  await Promise.all(
    sheet.cells.map(async (cell) => {
      const call = onlyCall(cell);
      const make = call && functions.get(call.id);
      if (!make) return;
      const given = call.args.map((argument): unknown => {
        if (argument.kind === "literal") return argument.value;
        return argument.kind === "reference" && argument.sheet === undefined ? typed.get(`${argument.row} ${argument.column}`) : undefined;
      });
      if (given.includes(undefined)) return;
      // As from Excel: an argument that is left out is null, and the invocation is the last.
      const args = Array.from({ length: Math.max(make.length - 1, given.length) }, (_, i) => given[i] ?? null);
      const invocation = { address: addressOf({ sheet: sheet.name, row: cell.row, column: cell.column }), functionName: call.id, isInValuePreview: undefined };
      try {
        const result = cellOf({ value: await make(...args, invocation) });
        if (!Array.isArray(result) && "value" in result) show(cell, result.value);
      } catch {
        // The grid shows the error, with its message.
      }
    }),
  );
}

/** What is drawn: about as many rows and columns as fit a large screen. */
const MOST_ROWS = 60;
const MOST_COLUMNS = 30;
/** Width of the row numbers and height of the column letters in the grid, in pixels. */
const HEADER = { width: 46, height: 20 } as const;
/** Left and right padding of a cell in the grid. */
const PADDING = 2;
const STANDARD_SIZE = 11;

const fontOf = ({ style = {} }: BookCell): string => `${style.italic ? "italic " : ""}${style.bold ? "bold " : ""}${style.size ?? STANDARD_SIZE}pt Arial`;

/** A cell's text at this width. A number without room is never cut: it is rounded, or shown as ####. */
function textOf(cell: BookCell, value: CellValue, width: number, measure: CanvasRenderingContext2D | null): string {
  if (typeof value !== "number" || !measure) return valueText(value);
  measure.font = fontOf(cell);
  const shown = cell.format === undefined ? { general: value } : { text: format(cell.format, value) };
  return fitNumber(shown, width - 2 * PADDING, (text) => measure.measureText(text).width).text;
}

function styleOf(cell: BookCell, value: CellValue): Record<string, string> {
  const { style = {} } = cell;
  const number = typeof value === "number";
  return {
    font: fontOf(cell),
    ...(style.color ? { color: style.color } : {}),
    ...(style.fill ? { background: style.fill } : {}),
    justifyContent: { left: "start", center: "center", right: "end", justify: "start" }[style.horizontal ?? (number ? "right" : "left")],
    textAlign: style.horizontal === "center" ? "center" : "start",
    alignItems: style.vertical === "top" ? "start" : style.vertical === "center" ? "center" : "end",
    ...(style.wrap ? { whiteSpace: "pre-wrap" } : {}),
  };
}

interface EarlySheetProps {
  readonly sheet: BookSheet;
  readonly functions: ReadonlyMap<string, CustomFunction>;
  /** Called once all values are known. */
  readonly done: () => void;
}

function EarlySheet({ sheet, functions, done }: EarlySheetProps) {
  const values = useMemo(() => new Map<BookCell, CellValue>(), [sheet]);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const measure = useMemo(() => document.createElement("canvas").getContext("2d"), []);
  const cells = useMemo(() => sheet.cells.filter(({ row, column }) => row < MOST_ROWS && column < MOST_COLUMNS), [sheet]);
  useLayoutEffect(() => {
    void earlyValues({ ...sheet, cells }, functions, (cell, value) => {
      values.set(cell, value);
      redraw(undefined);
    }).then(done);
  }, [sheet]);

  const sizes = useMemo(() => {
    const ofFonts = heightsOfFonts(sheet);
    const rows = Array.from({ length: MOST_ROWS }, (_, row) => {
      const size = sheet.rows?.find((one) => one.row === row);
      return size?.hidden ? 0 : size?.height === undefined ? (ofFonts.get(row) ?? ROW_HEIGHT) : pixelsOfPoints(size.height);
    });
    const columns = Array.from({ length: MOST_COLUMNS }, (_, column) => {
      const size = sheet.columns?.find(({ from, to }) => column >= from && column <= to);
      return size?.hidden ? 0 : size?.width === undefined ? COLUMN_WIDTH : pixels(size.width);
    });
    return { rows, columns };
  }, [sheet]);
  const template = {
    gridTemplateColumns: `${HEADER.width}px ${sizes.columns.map((px) => `${px}px`).join(" ")}`,
    gridTemplateRows: `${HEADER.height}px ${sizes.rows.map((px) => `${px}px`).join(" ")}`,
  };
  const filled = new Set(cells.filter((cell) => cell.value !== null || cell.formula !== undefined).map(({ row, column }) => `${row} ${column}`));
  return (
    <div class="wb-early-sheet" style={template}>
      {sizes.columns.map((_, column) => (
        <i key={`lc${column}`} class="wb-early-line-right" style={{ gridRow: "2 / -1", gridColumn: column + 2 }} />
      ))}
      {sizes.rows.map((_, row) => (
        <i key={`lr${row}`} class="wb-early-line-below" style={{ gridRow: row + 2, gridColumn: "2 / -1" }} />
      ))}
      <span class="wb-early-head" style={{ gridRow: 1, gridColumn: 1 }} />
      {sizes.columns.map((_, column) => (
        <span key={`c${column}`} class="wb-early-head" style={{ gridRow: 1, gridColumn: column + 2 }}>
          {columnName(column)}
        </span>
      ))}
      {sizes.rows.map((_, row) => (
        <span key={`r${row}`} class="wb-early-head" style={{ gridRow: row + 2, gridColumn: 1 }}>
          {row + 1}
        </span>
      ))}
      {cells.map((cell) => {
        const { row, column, formula } = cell;
        const value = formula === undefined ? cell.value : (values.get(cell) ?? null);
        // A text continues over an empty cell, as in the grid. A number never does: it has been fitted.
        const isCut = typeof value !== "string" || filled.has(`${row} ${column + 1}`);
        return (
          <span
            key={`${row} ${column}`}
            class={isCut ? "wb-early-cell wb-early-cut" : "wb-early-cell"}
            style={{ gridRow: row + 2, gridColumn: column + 2, ...styleOf(cell, value) }}
          >
            {textOf(cell, value, sizes.columns[column] ?? COLUMN_WIDTH, measure)}
          </span>
        );
      })}
    </div>
  );
}

/** Draws a sheet above the place of the grid. Screen readers are told that the grid is being loaded. */
export function drawEarly(element: HTMLElement, sheet: BookSheet, functions: ReadonlyMap<string, CustomFunction>) {
  const layer = document.createElement("div");
  layer.className = "wb-early";
  layer.ariaHidden = "true";
  const wait = document.createElement("p");
  wait.className = "wb-early-wait";
  wait.role = "status";
  wait.textContent = "Loading the spreadsheet …";
  element.append(wait, layer);
  /** Resolves once all its values are shown. */
  const shown = new Promise<void>((done) => render(<EarlySheet sheet={sheet} functions={functions} done={done} />, layer));
  return {
    shown,
    /** Ends the message that the spreadsheet is being loaded: the grid is drawn below. */
    loaded: (): void => wait.remove(),
    remove: (): void => {
      wait.remove();
      render(null, layer);
      layer.remove();
    },
  };
}
