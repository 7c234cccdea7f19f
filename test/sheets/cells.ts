/** A date or time in the spreadsheet's time zone, as tests write it. */
export type DateCell = { readonly date: string; readonly time?: string } | { readonly dateTime: string };

/** Content of one cell; a blank one is the empty text. */
export type Cell = number | string | boolean | DateCell | null;

/** What a formula passes for one argument: a value, or the rows of a range. Null and undefined mean omitted. */
export type CellArgument = Cell | undefined | readonly (readonly Cell[])[];

/** A function's result outside the script's realm; null for blank cells. */
export type CellResult = Cell | readonly (readonly Cell[])[];
