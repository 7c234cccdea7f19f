import type { Book, BookSheet } from "../book";
import { MACRO_BOARD } from "./macro-board";
import { PREDICTION_ODDS } from "./prediction-odds";
import { RELATIVE_VALUE } from "./relative-value";
import { SHORT_INTEREST_LIST } from "./short-interest";
import { WHALE_AND_FUNDING } from "./whale-and-funding";
import { YIELD_CURVE } from "./yield-curve";
import { sheetOfTemplate, type Template } from "./sheet-of";

/** All templates, in the order of the menu. */
const TEMPLATES: readonly Template[] = [MACRO_BOARD, YIELD_CURVE, SHORT_INTEREST_LIST, RELATIVE_VALUE, PREDICTION_ODDS, WHALE_AND_FUNDING];

const bookOf = (...sheets: BookSheet[]): Book => ({ sheets, active: 0, names: [], settings: {} });

/** One template workbook per subject. The formulas have no values until the workbook is calculated. */
export const templateBooks = () =>
  TEMPLATES.map((template) => ({ id: template.id, title: template.title, about: template.about, book: bookOf(sheetOfTemplate(template)) }));

/** All templates in one workbook. */
export const starterBook = (): Book => bookOf(...TEMPLATES.map(sheetOfTemplate));
