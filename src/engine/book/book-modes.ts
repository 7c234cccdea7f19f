import type { IUniverInstanceService, IWorkbookData, Nullable, Workbook } from "@univerjs/core";
import type { Book } from "../../workbook/book";

/** How a book calculates, where that differs from one book to another. */
export type BookModes = Pick<Book, "from1904" | "asDisplayed" | "locale">;

const MEMBER = "modes";

/** The modes of a book, for the engine's workbook data. */
export function customOf({ from1904, asDisplayed, locale }: Book): Pick<IWorkbookData, "custom"> {
  const modes: BookModes = { ...(from1904 ? { from1904 } : {}), ...(asDisplayed ? { asDisplayed } : {}), ...(locale ? { locale } : {}) };
  return Object.keys(modes).length > 0 ? { custom: { [MEMBER]: modes } } : {};
}

export const modesIn = ({ custom }: Pick<IWorkbookData, "custom">): BookModes => (custom?.[MEMBER] as BookModes | undefined) ?? {};

/** The modes of an open workbook. */
export const modesOf = (instances: IUniverInstanceService, unit: Nullable<string>): BookModes =>
  modesIn(instances.getUnit<Workbook>(unit || "")?.getSnapshot() ?? {});
