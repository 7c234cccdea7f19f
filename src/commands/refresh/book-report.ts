import type { RefreshedBook } from "../../hosts/refresh/refresh-book";
import type { Lock } from "../../proof/lock";
import { databaseFault } from "../../service/sqlite/sql";
import type { valuesCopy } from "../../sources/values-copy";
import type { copyForSheets } from "../../workbook/xlsx/rewrite/copy-for-sheets";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import { fileFault } from "../file-fault";
import { UsageError } from "../io";

/**
 * Why a book could not be refreshed or checked, in sentences, for what was thrown meanwhile.
 *
 * Throws what concerns the other books too: a wrong command line, a fault of the service's database.
 */
export function bookFault(thrown: unknown): string {
  if (thrown instanceof FileRefusal) return thrown.message;
  const fault = fileFault(thrown);
  if (fault !== undefined) return `${fault}.`;
  if (thrown instanceof UsageError || databaseFault(thrown) !== undefined) throw thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return `It cannot be calculated here (${said.replace(/\.$/, "")}). Open it in Excel.`;
}

/** What a report needs of a refresh. */
export type ReportedBook = Omit<RefreshedBook, "file" | "book"> & { readonly book: Pick<RefreshedBook["book"], "marks"> };

/** What became of one book. */
export interface BookReport {
  /** What messages call it. */
  readonly name: string;
  /** `incomplete`: written, but not everything that was asked for was done. `refused`: not written. */
  readonly status: "refreshed" | "incomplete" | "refused";
  /** Why it is incomplete or was refused, in sentences. */
  readonly why?: string;
  /** Undefined if it was refused before anything was calculated. */
  readonly result?: ReportedBook;
  readonly requests: number;
  /** The as-of date saved in the workbook. Its cells are as of it, unless the command line or a lock says otherwise. */
  readonly savedAsOf?: string;
  /** Cells whose formulas were rewritten, if that was asked for. */
  readonly repaired?: readonly string[];
  /** The copy for people without the add-in, if one was asked for. */
  readonly copy?: Omit<ReturnType<typeof valuesCopy>, "file"> & { readonly name: string };
  /** The copy for Google Sheets, if one was asked for. */
  readonly forSheets?: Omit<ReturnType<typeof copyForSheets>, "file"> & { readonly name: string };
  /** What it asked and was answered, if a lock or a JSON report was asked for. */
  readonly lock?: Lock;
  /** SHA-256 of the book as the refresh left it, if books are watched; undefined if it was refused. */
  readonly stored?: string;
}
