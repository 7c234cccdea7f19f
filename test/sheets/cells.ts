/** A day or a moment on the clocks of the spreadsheet's time zone, as tests write it. */
export type DateCell = { readonly date: string; readonly time?: string } | { readonly dateTime: string };

/** What one cell holds; a blank one is the empty text. */
export type Cell = number | string | boolean | DateCell | null;

/** What a formula passes for one argument: a value, or the rows of a range. Null and undefined mean omitted. */
export type CellArgument = Cell | undefined | readonly (readonly Cell[])[];

/** What a function gave back, free of the script's realm; null where a cell of it is blank. */
export type CellResult = Cell | readonly (readonly Cell[])[];
