import { ICommandService, type Injector, IUndoRedoService, ObjectMatrix, RedoCommand, UndoCommand } from "@univerjs/core";
import { ISheetClipboardService } from "@univerjs/preset-sheets-core";
import { SetSelectionsOperation } from "@univerjs/sheets";

/*
 * Univer 0.25.1 pastes a block in one task: 5,000 formulas stop the page for a second. Here a large block from another program is pasted a piece in each frame,
 * and undone as one. This replaces a method that Univer does not export.
 */

/** Cells of a piece. */
const PIECE = 500;

interface PastedCell {
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

interface Content {
  readonly cellMatrix: ObjectMatrix<PastedCell>;
  readonly rowProperties?: readonly unknown[];
  readonly colProperties?: readonly unknown[];
}

interface Target {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly pastedRange: { readonly rows: readonly number[]; readonly cols: readonly number[] };
}

type Paste = (content: Content, target: Target, pasteType: string, source?: unknown) => boolean | Promise<boolean>;

/** Resolves after the next frame was drawn; soon in a page that is not drawn. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve, 0);
    });
  });

function rowsOf(cells: ObjectMatrix<PastedCell>, from: number, to: number, columns: number): ObjectMatrix<PastedCell> {
  const piece = new ObjectMatrix<PastedCell>();
  for (let row = from; row < to; row++)
    for (let column = 0; column < columns; column++) {
      const cell = cells.getValue(row, column);
      if (cell) piece.setValue(row - from, column, cell);
    }
  return piece;
}

/** The parts of a block, top to bottom; undefined if it must stay whole. */
function piecesOf({ cellMatrix, rowProperties, colProperties }: Content, target: Target): [Content, Target][] | undefined {
  const { rows, cols } = target.pastedRange;
  if (rows.length * cols.length <= 2 * PIECE || rows.length !== cellMatrix.getLength()) return undefined;
  let hasMerges = false;
  cellMatrix.forValue((_row, _column, cell) => {
    hasMerges ||= (cell?.rowSpan ?? 1) > 1 || (cell?.colSpan ?? 1) > 1;
  });
  if (hasMerges) return undefined;
  const height = Math.max(1, Math.floor(PIECE / cols.length));
  return Array.from({ length: Math.ceil(rows.length / height) }, (_, i): [Content, Target] => {
    const [from, to] = [i * height, Math.min(rows.length, (i + 1) * height)];
    return [
      {
        cellMatrix: rowsOf(cellMatrix, from, to, cols.length),
        ...(rowProperties ? { rowProperties: rowProperties.slice(from, to) } : {}),
        ...(colProperties ? { colProperties } : {}),
      },
      { ...target, pastedRange: { rows: rows.slice(from, to), cols } },
    ];
  });
}

/** Makes the grid paste large blocks in pieces. Call it once for each grid. */
export function pasteInPieces(injector: Injector): void {
  const clipboard = injector.get(ISheetClipboardService) as unknown as { _pasteUSM: Paste; disposePasteOptionsCache(): void };
  const commands = injector.get(ICommandService);
  const undo = injector.get(IUndoRedoService);
  const whole = clipboard._pasteUSM.bind(clipboard);

  async function paste(pieces: readonly [Content, Target][], target: Target, pasteType: string): Promise<boolean> {
    // An undo between two pieces would take back those before it, so that none may follow.
    let isUndone = false;
    const listening = commands.beforeCommandExecuted(({ id }) => {
      isUndone ||= id === UndoCommand.id || id === RedoCommand.id;
    });
    const together = undo.__tempBatchingUndoRedo(target.unitId);
    try {
      for (const [content, place] of pieces) {
        // Before the first piece, too: Univer has parsed the whole block by now.
        await nextFrame();
        if (isUndone || !(await whole(content, place, pasteType))) return false;
      }
      const { rows, cols } = target.pastedRange;
      const range = { startRow: rows[0]!, endRow: rows.at(-1)!, startColumn: cols[0]!, endColumn: cols.at(-1)! };
      const primary = { actualRow: rows[0]!, actualColumn: cols[0]!, startRow: rows[0]!, endRow: rows[0]!, startColumn: cols[0]!, endColumn: cols[0]! };
      commands.syncExecuteCommand(SetSelectionsOperation.id, {
        unitId: target.unitId,
        subUnitId: target.subUnitId,
        selections: [{ range, primary: { ...primary, isMerged: false, isMergedMainCell: false }, style: null }],
      });
      return true;
    } finally {
      together.dispose();
      listening.dispose();
      // The menu for pasting again knows the last piece only.
      clipboard.disposePasteOptionsCache();
    }
  }

  let last: Promise<unknown> | undefined;
  clipboard._pasteUSM = (content, target, pasteType, source) => {
    // A paste that comes before another has ended waits for it.
    if (last) return last.then(() => clipboard._pasteUSM(content, target, pasteType, source));
    const pieces = source === undefined ? piecesOf(content, target) : undefined;
    if (!pieces) return whole(content, target, pasteType, source);
    const pasting = paste(pieces, target, pasteType).finally(() => (last = undefined));
    last = pasting.catch(() => undefined);
    return pasting;
  };
}
