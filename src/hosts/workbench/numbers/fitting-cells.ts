import { CellValueType, ICommandService, type Injector, WrapStrategy } from "@univerjs/core";
import { Font, FontCache, type SpreadsheetSkeleton } from "@univerjs/preset-sheets-core";
import { type ISetWorksheetColWidthMutationParams, SetWorksheetColWidthMutation } from "@univerjs/sheets";
import { fit, isFitted } from "../../../engine/book/sheet-size";
import { fitNumber } from "./fit-number";

/*
 * Numbers wider than their column. Univer 0.25.1 cuts them off, so that 4,155,789 may look like 4,155. Here a column whose width the user has not set widens
 * for its numbers; in other columns they show as in Excel: fewer decimals in General, else ####.
 *
 * This patches how Univer draws a number's text. The cell's value does not change, for example for copying, searching, or fitting a column by double click.
 */

type Drawing = Font["_renderFontEachCell"] extends (context: infer C, ...rest: never[]) => boolean ? C : never;
type FontMeasure = ReturnType<typeof FontCache.getMeasureText>;
type RenderText = (this: Font, ctx: unknown, row: number, column: number, drawing: Drawing, ...rest: unknown[]) => void;

/** Left and right padding of a cell's text in pixels, unless its style sets one. */
const PADDING = 2;

/** A text that reads as a number: digits with separators, a sign, a currency, a percent sign. */
const READS_AS_NUMBER = /^[\s$€£¥+(-]*\d[\d.,'\s]*(?:[%)kKMBT]|bn|E[+-]?\d+)*\s*$/;

const paddingOf = ({ fontCache }: Drawing): number => (fontCache?.style?.pd?.l ?? PADDING) + (fontCache?.style?.pd?.r ?? PADDING);

/** Number of lines of this width that a text without words fills. */
function linesOf(text: string, width: number, widthOf: (text: string) => number): number {
  let lines = 1;
  let line = "";
  for (const character of text) {
    if (line === "" || widthOf(line + character) <= width) line += character;
    else [lines, line] = [lines + 1, character];
  }
  return lines;
}

/** True if this text reads as a number and does not fit its cell, over whose sides it cannot continue. A wrapped text fits if the cell is as high as its lines. */
function isCutNumber(text: string, drawing: Drawing): boolean {
  const { fontCache, overflowRectangle, startX, endX, startY, endY } = drawing;
  if (!fontCache || !READS_AS_NUMBER.test(text)) return false;
  const room = endX - startX - paddingOf(drawing);
  const measure = (part: string): FontMeasure => FontCache.getMeasureText(part, fontCache.fontString);
  if (measure(text).width <= room) return false;
  if (fontCache.wrapStrategy === WrapStrategy.WRAP && (fontCache.vertexAngle ?? 0) === 0) {
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measure(text);
    return linesOf(text, room, (part) => measure(part).width) * (fontBoundingBoxAscent + fontBoundingBoxDescent) > endY - startY;
  }
  return overflowRectangle == null || overflowRectangle.startColumn === overflowRectangle.endColumn;
}

const fitText = (text: string, drawing: Drawing): string =>
  fitNumber({ text }, drawing.endX - drawing.startX - paddingOf(drawing), (t) => FontCache.getMeasureText(t, drawing.fontCache!.fontString).width).text;

interface TooNarrow {
  readonly skeleton: SpreadsheetSkeleton;
  readonly column: number;
  width: number;
}

/** Makes the grid show each number whole, rounded, or as ####. Call it once per page, before the first sheet is drawn. */
export function fitNumbersInCells(injector: Injector): void {
  const commands = injector.get(ICommandService);
  let narrow: TooNarrow[] = [];

  const isFree = ({ worksheet }: SpreadsheetSkeleton, column: number): boolean => {
    const data = worksheet.getColumnManager().getColumn(column);
    return data?.w === undefined || isFitted(data);
  };

  function widen(): void {
    const columns = narrow;
    narrow = [];
    for (const { skeleton, column, width } of columns) {
      const { worksheet } = skeleton;
      const manager = worksheet.getColumnManager();
      if (!isFree(skeleton, column) || manager.getColumnWidth(column) >= width) continue;
      const range = { startRow: 0, endRow: worksheet.getRowCount() - 1, startColumn: column, endColumn: column };
      const params: ISetWorksheetColWidthMutationParams = {
        unitId: worksheet.getUnitId(),
        subUnitId: worksheet.getSheetId(),
        ranges: [range],
        colWidth: width,
      };
      // Local only: not a change to save or to undo.
      commands.syncExecuteCommand(SetWorksheetColWidthMutation.id, params, { onlyLocal: true });
      const data = manager.getColumn(column);
      if (data) fit(data, width);
    }
  }

  // Columns must not change while a sheet is drawn.
  function widenLater(skeleton: SpreadsheetSkeleton, column: number, width: number): void {
    if (narrow.length === 0) setTimeout(widen, 0);
    const known = narrow.find((n) => n.skeleton.worksheet === skeleton.worksheet && n.column === column);
    if (known) known.width = Math.max(known.width, width);
    else narrow.push({ skeleton, column, width });
  }

  const drawn = Font.prototype as unknown as { _renderText: RenderText };
  const renderText = drawn._renderText;
  drawn._renderText = function (ctx, row, column, drawing, ...rest) {
    const { fontCache, startX, endX, spreadsheetSkeleton, cellInfo } = drawing;
    const cell = fontCache?.cellData;
    const value = cell?.v;
    const draw = (text: string): void =>
      renderText.call(this, ctx, row, column, { ...drawing, fontCache: { ...fontCache!, cellData: { ...cell, v: text } } }, ...rest);
    const isNumber = cell?.t === CellValueType.NUMBER || (cell?.t == null && typeof value === "number");
    // A text of digits that is cut off would be another number, too.
    if (fontCache && !isNumber && typeof value === "string" && isCutNumber(value, drawing)) return draw(fitText(value, drawing));
    if (!fontCache || !isNumber || value == null || value === "") return renderText.call(this, ctx, row, column, drawing, ...rest);
    const padding = paddingOf(drawing);
    const widthOf = (text: string): number => FontCache.getMeasureText(text, fontCache.fontString).width;
    const { text, wanted } = fitNumber(typeof value === "number" ? { general: value } : { text: String(value) }, endX - startX - padding, widthOf);
    if (wanted !== undefined && !cellInfo.isMerged && isFree(spreadsheetSkeleton, column))
      widenLater(spreadsheetSkeleton, column, Math.ceil(widthOf(wanted) + padding + 1));
    return draw(text);
  };
}
