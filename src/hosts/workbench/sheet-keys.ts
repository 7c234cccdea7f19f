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
