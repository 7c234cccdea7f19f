import { type CellStyle, type CellValue } from "./cell";
import type { Block } from "./block";
import type { CellOperator, ConditionalFormat, OrderOperator } from "./conditional-format";

/** A cell with content or style, by zero-based row and column. */
export interface BookCell {
  readonly row: number;
  readonly column: number;
  /** The cell's value; for a formula the last result, or null if it was never calculated. Dates are serial numbers. */
  readonly value: CellValue;
  /** As displayed, with its equals sign. */
  readonly formula?: string;
  /**
   * The last result of an array formula, by rows, its own cell first. The cells that it fills have no value of their own here. An array of one cell marks a
   * formula that uses whole ranges instead of one cell of each, `{=SUM(A1:A3*B1:B3)}`.
   */
  readonly spill?: readonly (readonly CellValue[])[];
  /** True for an array formula over a block that was chosen when it was entered, `{=…}`: its result is repeated or cut to fit, and the block stays. */
  readonly fixedBlock?: true;
  /** The stored text of a formula that this book does not have, because it refers to another workbook; empty for a data table. */
  readonly lostFormula?: string;
  /** True for a formula that takes one cell of each range where a single value is wanted, because its file has no mark for arrays. */
  readonly takesOneCell?: true;
  /** True if the file has a function of the formula under a name that Excel does not find. */
  readonly stuckName?: true;
  /** True if the file has the formula in the form in which Google Sheets stores what Excel does not have, with its value in it. */
  readonly inSheetsForm?: true;
  /** Number format in en-US form, such as `0.00%`; missing for General. */
  readonly format?: string;
  readonly style?: CellStyle;
}

/** Adjacent columns, by zero-based index, including the last. */
export interface ColumnSize {
  readonly from: number;
  readonly to: number;
  /** In characters of the standard font, as in Excel. */
  readonly width?: number;
  readonly hidden?: true;
  /** True if the width only follows the contents, and nobody has set it. */
  readonly fitted?: true;
}

export interface RowSize {
  readonly row: number;
  /** Points. */
  readonly height?: number;
  readonly hidden?: true;
}

/** One line, or one set of bars. All blocks are on the chart's own sheet. */
export interface ChartSeries {
  /** The cell with its name. */
  readonly name: Block;
  readonly categories: Block;
  /** Numbers. Excel draws a text as 0 and leaves a gap for `#N/A`. */
  readonly values: Block;
}

/** A chart on a sheet: columns and bars compare categories, lines follow them. */
export interface SheetChart {
  /** Missing for one that is only numbered. */
  readonly name?: string;
  /** True if the categories are days: a line goes from the first to the last, whatever the order of the cells. */
  readonly days?: true;
  readonly kind: "line" | "column" | "bar";
  readonly title: string;
  /** The cells that it covers. */
  readonly at: Block;
  readonly series: readonly ChartSeries[];
  /** Number format of the value axis. */
  readonly format: string;
}

/** A date, or all dates of a year, month, day, hour or minute: the parts that are missing can be any. */
export interface FilterDate {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** Which rows a filter shows, by their cells in one column. */
export type FilterCriterion =
  /** Cells that show one of these texts, are empty, or are one of these dates. */
  | { readonly kind: "values"; readonly texts: readonly string[]; readonly blank?: true; readonly dates?: readonly FilterDate[] }
  /** Cells that pass one of these tests, or all of them. `*` and `?` in a text stand for any characters. */
  | { readonly kind: "tests"; readonly all?: true; readonly tests: readonly { readonly operator: OrderOperator; readonly value: string }[] }
  /** The largest or smallest numbers: so many, or so many per cent of them. */
  | { readonly kind: "top"; readonly count: number; readonly bottom?: true; readonly percent?: true }
  /** `aboveAverage`, `thisMonth` and others of the file format. */
  | { readonly kind: "dynamic"; readonly type: string }
  /** Colours and icons, which only the file has. */
  | { readonly kind: "other" };

/** A sheet's filter. Which rows it hides is in `rows`: a file does not say why a row is hidden. */
export interface SheetFilter {
  /** The row of headings, and the rows that it hides or shows. */
  readonly block: Block;
  /** Columns with a criterion, in order; `column` counts from the block's first. */
  readonly columns: readonly { readonly column: number; readonly criterion: FilterCriterion }[];
}

/** A note of a cell, which Excel shows when the pointer is over the cell. */
export interface SheetNote {
  readonly row: number;
  readonly column: number;
  /** Empty for a note that was written in the workbench. */
  readonly author: string;
  readonly text: string;
  /** Its number among the notes of its sheet in the file that it was read from; missing for a new one. */
  readonly id?: number;
  /** True for what Excel calls a comment, a conversation of several people; the text has all their messages. It is only shown. */
  readonly isConversation?: true;
}

export type ValidationKind = "list" | "whole" | "decimal" | "date" | "time" | "textLength" | "custom" | "none";

/** A rule for what may be typed into cells. What is pasted or calculated is not checked. */
export interface SheetValidation {
  /** Its cells, as written in the file: `A1:B2 D4`. */
  readonly sqref: string;
  readonly areas: readonly Block[];
  /** With `none`, there is only a prompt. */
  readonly kind: ValidationKind;
  readonly operator: CellOperator;
  /** One or two, as displayed, with their equals signs, for the first row and the first column of the areas. A list is a range, or a text with commas. */
  readonly formulas: readonly string[];
  readonly allowsBlank?: true;
  /** True if the selected cell has an arrow that opens the list. */
  readonly hasArrow?: true;
  /** What happens with another value; missing if it is accepted. */
  readonly refusal?: { readonly style: "stop" | "warning" | "information"; readonly title?: string; readonly text?: string };
  /** Shown while a cell is selected. */
  readonly prompt?: { readonly title: string; readonly text: string };
}

export interface BookSheet {
  readonly name: string;
  /** `veryHidden` is not in Excel's Unhide list. */
  readonly visibility?: "hidden" | "veryHidden";
  /** Sparse, by rows and then by columns; each place once. */
  readonly cells: readonly BookCell[];
  readonly columns?: readonly ColumnSize[];
  readonly rows?: readonly RowSize[];
  readonly merges?: readonly Block[];
  /** Number of frozen rows and columns. */
  readonly frozen?: { readonly rows: number; readonly columns: number };
  /** Its formulas are calculated by the rules of Lotus 1-2-3: a text is 0, TRUE is 1. */
  readonly asLotus?: true;
  readonly filter?: SheetFilter;
  /** By priority. Others of the file are in `leftOut`. */
  readonly formats?: readonly ConditionalFormat[];
  /** Charts that this add-in made. Others are in `leftOut`. */
  readonly charts?: readonly SheetChart[];
  /** Missing if there are none, and if its file has notes that cannot be read. One in a cell. */
  readonly notes?: readonly SheetNote[];
  /** Missing if there are none. The grid has no copy of them: they are those of the opened file, moved along with its rows and columns. */
  readonly validations?: readonly SheetValidation[];
}

export interface DefinedName {
  readonly name: string;
  /** As a person sees it, with its equals sign. */
  readonly formula: string;
  /** The sheet that the name is limited to; missing for a name of the whole workbook. */
  readonly sheet?: string;
  readonly hidden?: true;
}

/** A formula that was calculated with answers of the service. */
export interface AnsweredFormula {
  /** `Sheet1!B2` */
  readonly where: string;
  /** In displayed form. */
  readonly formula: string;
  /** Keys of its questions, each once. */
  readonly questions: readonly string[];
  /** What it shows now, by rows. */
  readonly shows: readonly (readonly CellValue[])[];
  /** Why it keeps an earlier value. */
  readonly why?: string;
}

/** What a file says about the calculation that gave the values of its formulas. */
export interface StoredCalculation {
  /** The program that saved it, such as `Microsoft Excel`; missing if the file does not say. */
  readonly program?: string;
  /** True if that program is a version of Excel. */
  readonly byExcel?: true;
  /** True if the values need not be those of the formulas: Excel calculates all when it opens the file. */
  readonly onOpening?: true;
  /** True if formulas are calculated only when the user wants it. */
  readonly manual?: true;
}

/** Calls of SERVICE that are not in cells, of one kind. */
export interface OutsideCalls {
  /** Their kind: `conditional format`, and the same for several. */
  readonly what: readonly [one: string, many: string];
  /** Where each is, in words. */
  readonly where: readonly string[];
}

/** What a file says about changes to it. A missing member is not so. */
export interface ChangeMarks {
  /** It has a digital signature over its cells. */
  readonly signed?: true;
  /** Its author marked it as final. */
  readonly final?: true;
  /** Excel suggests opening it read-only. */
  readonly readOnlyRecommended?: true;
  /** Excel asks for a password before somebody can save changes. */
  readonly passwordToChange?: true;
}

/** The number separators and the language of the Excel that saved a book. */
export interface BookLocale {
  /** Missing if the book does not show it. */
  readonly decimal?: "." | ",";
  /** The sign between thousands; missing if the book does not show it. */
  readonly group?: string;
  /** The language of Excel's own words in the book, if it is not English: `German`. */
  readonly language?: string;
}

/** A workbook with what the workbench supports. `readBook` and `writeBook` convert .xlsx files. */
export interface Book {
  readonly sheets: readonly BookSheet[];
  /** Index of the active sheet. */
  readonly active: number;
  readonly names: readonly DefinedName[];
  /** Names whose formula, as stored, has no meaning outside of the file: it refers to another workbook or to a missing table. Missing if there are none. */
  readonly lostNames?: readonly DefinedName[];
  /** The add-in's settings in the file. Never a key. */
  readonly settings: Readonly<Record<string, string>>;
  /** True if serial numbers count days from 1904, not from 1900. */
  readonly from1904?: true;
  /** Missing if there are none. */
  readonly marks?: ChangeMarks;
  /** Missing if the file says nothing about it, and for a book that was not read from a file. */
  readonly calculation?: StoredCalculation;
  /** True if each number is rounded to what its cell displays before a formula reads it. */
  readonly asDisplayed?: true;
  /** How its Excel writes numbers in texts; missing if nothing in the book shows that it is not as in English. */
  readonly locale?: BookLocale;
  /** Calls of SERVICE that are neither in cells nor in names, such as those of conditional formats. Missing if there are none. */
  readonly outsideCalls?: readonly OutsideCalls[];
  /** Unsupported content of the file, in words, such as `3 charts`; it is lost when the book is written. Missing if there is none. */
  readonly leftOut?: readonly string[];
}
