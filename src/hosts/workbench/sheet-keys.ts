import type { FUniver } from "@univerjs/core/facade";

/** Goes to the next and previous sheet with Ctrl+Alt+Page Down and Page Up, as Excel on the web does: the grid's sheet tabs are for the mouse only. */
export function followSheetKeys(api: FUniver, page: Window = window): void {
  page.addEventListener("keydown", (e) => {
    const by = { PageDown: 1, PageUp: -1 }[e.key];
    const book = api.getActiveWorkbook();
    if (by === undefined || !e.ctrlKey || !e.altKey || !book || book.isCellEditing()) return;
    const sheets = book.getSheets().filter((sheet) => !sheet.isSheetHidden());
    const at = sheets.findIndex((sheet) => sheet.getSheetId() === book.getActiveSheet().getSheetId());
    const next = sheets[at + by];
    if (!next) return;
    e.preventDefault();
    book.setActiveSheet(next);
  });
}

/** Goes to the sheet's first cell with Ctrl+Home, below and beside frozen ones, and to its last used cell with Ctrl+End, as Excel does. The grid has neither. */
export function followCornerKeys(api: FUniver, page: Window = window): void {
  page.addEventListener("keydown", (e) => {
    if ((e.key !== "Home" && e.key !== "End") || !e.ctrlKey || e.altKey || e.shiftKey || e.metaKey) return;
    if (!(e.target instanceof Element) || !e.target.closest(".wb-grid")) return;
    const book = api.getActiveWorkbook();
    if (!book || book.isCellEditing()) return;
    e.preventDefault();
    const sheet = book.getActiveSheet();
    const frozen = sheet.getFreeze();
    const [row, column] =
      e.key === "Home"
        ? [Math.max(frozen.startRow, 0), Math.max(frozen.startColumn, 0)]
        : [Math.max(sheet.getLastRow(), 0), Math.max(sheet.getLastColumn(), 0)];
    sheet.getRange(row, column).activate();
    sheet.scrollToCell(row, column);
  });
}
