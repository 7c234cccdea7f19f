import path from "node:path";
import { UsageError, type Io } from "../io";
import type { parseOptions } from "../options";
import { booksOf } from "./books-of";

/** What a refresh was asked to do. */
export interface Choices {
  /** Full names, in the order typed. */
  readonly books: readonly string[];
  /** Full name of the file that is written instead of the book. */
  readonly out: string | undefined;
  readonly backup: boolean;
  readonly dryRun: boolean;
  readonly keepGoing: boolean;
  /** Ranges, sheets and defined names whose calls are asked; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Excel calculates the written book when it opens it. */
  readonly recalcOnOpen: boolean;
}

type Typed = ReturnType<typeof parseOptions<"refresh">>;

/**
 * Reads the options and words of a refresh.
 *
 * @throws UsageError for a book that is not there, and for options that do not fit each other.
 */
export function choicesOf({ values, positionals }: Typed, io: Io): Choices {
  const books = booksOf(positionals, io);
  if (values.out !== undefined && books.length !== 1) throw new UsageError(`--out: expected one book, got ${books.length}. Refresh them one by one.`);
  return {
    books,
    out: values.out === undefined ? undefined : path.resolve(io.cwd, values.out),
    backup: values.backup ?? false,
    dryRun: values["dry-run"] ?? false,
    keepGoing: values["keep-going"] ?? false,
    only: values.only,
    recalcOnOpen: values["recalc-on-open"] ?? false,
  };
}
