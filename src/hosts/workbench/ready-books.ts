import type { Book } from "../../workbook/book";
import type { TemplateItem } from "./template-menu";

/** A book that the workbench can begin with. */
export interface ReadyBook extends TemplateItem {
  readonly book: Book;
}

const STARTER: ReadyBook = {
  id: "starter",
  title: "Starter",
  about: "All sheets in one workbook.",
  book: {
    sheets: [
      {
        name: "Sheet1",
        cells: [
          { row: 0, column: 0, value: null, formula: '=SERVICE.FRED("DGS10")' },
          { row: 0, column: 1, value: null, formula: "=A1*2", style: { bold: true, fill: "#E6F3EE" }, format: "0.00%" },
        ],
      },
    ],
    active: 0,
    names: [],
    settings: {},
  },
};
const EMPTY: ReadyBook = {
  id: "empty",
  title: "Empty workbook",
  about: "One sheet with nothing in it.",
  book: { sheets: [{ name: "Sheet1", cells: [] }], active: 0, names: [], settings: {} },
};

/** What the menu of templates lists. */
export const READY_BOOKS: readonly ReadyBook[] = [STARTER, EMPTY];

/** The book of this id; the one that the workbench begins with where there is none. */
export const readyBook = (id: string | undefined): ReadyBook => READY_BOOKS.find((book) => book.id === id) ?? STARTER;
