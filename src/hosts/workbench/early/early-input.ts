import type { FUniver } from "@univerjs/core/facade";
import type { CellEditor } from "../formula-help/cell-editor";

/*
 * Keys and presses between the first paint and the grid's readiness. The opening sheet looks like the grid, so that users type at once; the grid would take the
 * last letters only, and replace a cell with them.
 */

type Input = { readonly key: string } | { readonly x: number; readonly y: number };

/** What the grid needs for the kept input. */
interface ReadyGrid {
  readonly api: FUniver;
  readonly editor: CellEditor;
}

export type EarlyInput = ReturnType<typeof keepEarlyInput>;

const GRID = ".wb-grid, [data-u-comp='editor'][contenteditable]";
const CELLS = ".wb-early";
const CANVAS = ".wb-grid [id^='univer-sheet-main-canvas']";
/** Frames to wait for the cell's editor. */
const MOST_FRAMES = 240;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  Enter: [1, 0],
  Tab: [0, 1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Opens the active cell for editing, with this text. */
async function open({ api, editor }: ReadyGrid, text: string): Promise<void> {
  api.getActiveWorkbook()?.startEditing();
  for (let frame = 0; frame < MOST_FRAMES && !editor.read(); frame++) await nextFrame();
  editor.write(text, text.length);
}

/** Where the active cell is; undefined without a sheet. */
function activeAt({ api }: ReadyGrid): { readonly row: number; readonly column: number } | undefined {
  const cell = api.getActiveWorkbook()?.getActiveSheet().getActiveCell();
  return cell ? { row: cell.getRow(), column: cell.getColumn() } : undefined;
}

/** Makes another cell active; at the sheet's edge, the nearest one. */
function activate({ api }: ReadyGrid, row: number, column: number): void {
  const sheet = api.getActiveWorkbook()?.getActiveSheet();
  sheet?.getRange(Math.min(Math.max(row, 0), sheet.getMaxRows() - 1), Math.min(Math.max(column, 0), sheet.getMaxColumns() - 1)).activate();
}

/** Presses the canvas, as the mouse does. */
function press(x: number, y: number): void {
  const canvas = document.querySelector(CANVAS);
  for (const type of ["pointerdown", "pointerup"])
    canvas?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        clientX: x,
        clientY: y,
        button: 0,
        buttons: type === "pointerdown" ? 1 : 0,
        pointerType: "mouse",
        isPrimary: true,
      }),
    );
}

/** Starts to keep the input for the grid. Call it when the page opens, before other listeners of keys are added. */
export function keepEarlyInput() {
  const kept: Input[] = [];
  /** True while a text is typed: Tab and Escape are then for its cell. */
  let typing = false;

  const keep = (e: Event, input: Input): void => {
    e.preventDefault();
    e.stopImmediatePropagation();
    kept.push(input);
  };
  const onKey = (e: KeyboardEvent): void => {
    const { activeElement } = document;
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    if (activeElement !== null && activeElement !== document.body && !activeElement.closest(GRID)) return;
    const isText = e.key.length === 1;
    if (!isText && !(e.key in STEPS && (e.key !== "Tab" || typing) && !e.shiftKey) && !(typing && ["Backspace", "Escape"].includes(e.key))) return;
    typing = isText || e.key === "Backspace";
    keep(e, { key: e.key });
  };
  const onPress = (e: PointerEvent): void => {
    const cells = document.querySelector(CELLS)?.getBoundingClientRect();
    const isOnCells = cells && e.clientX > cells.left && e.clientX < cells.right && e.clientY > cells.top && e.clientY < cells.bottom;
    if (!isOnCells || !(e.target instanceof Element) || !e.target.closest(".wb-grid")) return;
    typing = false;
    keep(e, { x: e.clientX, y: e.clientY });
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("pointerdown", onPress, true);
  /** Keeps nothing from now on, and forgets what was kept. */
  const end = (): void => {
    kept.length = 0;
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("pointerdown", onPress, true);
  };

  return {
    end,
    /** Types and presses in the grid what was kept, in order, and keeps nothing from then on. A text without Enter stays open in its cell. */
    replay: async (grid: ReadyGrid): Promise<void> => {
      let text: string | undefined;
      const enter = async (): Promise<void> => {
        if (text === undefined) return;
        const typed = text;
        text = undefined;
        await open(grid, typed);
        await grid.api.getActiveWorkbook()?.endEditingAsync(true);
      };
      for (;;) {
        const input = kept.shift();
        if (input === undefined) {
          if (text === undefined) break;
          // What is typed until the editor is open continues the text.
          const typed: string = text;
          await open(grid, typed);
          if (kept.length === 0) break;
          await grid.api.getActiveWorkbook()?.abortEditingAsync();
        } else if ("x" in input) {
          await enter();
          press(input.x, input.y);
        } else if (input.key.length === 1) text = (text ?? "") + input.key;
        else if (input.key === "Backspace") text = (text ?? "").slice(0, -1);
        else if (input.key === "Escape") text = undefined;
        else {
          // The grid moves by itself when a text is entered.
          const from = activeAt(grid);
          await enter();
          const [rows, columns] = STEPS[input.key]!;
          if (from) activate(grid, from.row + rows, from.column + columns);
        }
      }
      end();
    },
  };
}
