import type { Book } from "../../../workbook/book";
import { starterBook, templateBooks } from "../../../workbook/templates/templates";
import type { TemplateItem } from "../../../pane/templates/template-menu";

/** A built-in book of the workbench. */
interface ReadyBook extends TemplateItem {
  readonly book: () => Book;
}

const STARTER: ReadyBook = { id: "starter", title: "Starter", about: "All templates below, one sheet each.", book: starterBook };
const EMPTY: ReadyBook = {
  id: "empty",
  title: "Empty workbook",
  about: "One sheet with nothing in it.",
  book: () => ({ sheets: [{ name: "Sheet1", cells: [] }], active: 0, names: [], settings: {} }),
};

/** The entries of the templates menu. */
export const READY_BOOKS: readonly ReadyBook[] = [
  STARTER,
  ...templateBooks().map(({ id, title, about, book }) => ({ id, title, about, book: () => book })),
  EMPTY,
];

/** The book with this id, else the starter. */
export const readyBook = (id: string | undefined): ReadyBook => READY_BOOKS.find((book) => book.id === id) ?? STARTER;
