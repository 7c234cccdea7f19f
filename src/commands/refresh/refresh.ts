import { realpathSync } from "node:fs";
import path from "node:path";
import { answeringService } from "../answering-service";
import type { Io } from "../io";
import { parseOptions } from "../options";
import { choicesOf } from "./choices";
import { refreshOne } from "./refresh-one";

const HELP = `Refreshes the SERVICE cells of .xlsx files and what depends on them, without Excel.

  npm run -s refresh -- book.xlsx [more.xlsx | folder] …

Only values change; every other byte of a file stays. A formula whose result is not certain keeps its value and is listed.

  --out FILE        writes the refreshed book to FILE; the book itself stays (one book)
  --backup          copies each book to NAME.bak.xlsx before it is replaced
  --dry-run         says what would change; writes nothing
  --keep-going      writes the values that were answered, also if some were not; those keep their old value
  --only RANGE      asks only calls in a range (Sheet1!B2:D9), a sheet or a defined name, and calculates what depends on them; repeatable
  --recalc-on-open  makes Excel calculate the book when it opens it; without the add-in, SERVICE cells then show #NAME?
  --data DIR        the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL         refreshes from another service; set its key in SERVICE_API_KEY

Exit status: 0 refreshed or nothing to do, 1 a book was refused or not answered in full, 2 wrong command line.`;

/** `npm run -s refresh`: refreshes books in place. */
export async function refresh(argv: string[], io: Io): Promise<number> {
  const typed = parseOptions("refresh", argv);
  if (typed.values.help || typed.positionals.length === 0) {
    (typed.values.help ? io.out : io.err)(HELP);
    return typed.values.help ? 0 : 2;
  }
  const choices = choicesOf(typed, io);
  const source = await answeringService(typed.values, io);
  let refused = 0;
  try {
    for (const book of choices.books) {
      const name = path.relative(io.cwd, book) || book;
      const why = await refreshOne(realpathSync(book), name, source, choices, io);
      if (why === undefined) continue;
      refused++;
      io.err(`${name}: ${why}`);
    }
  } finally {
    await source.close();
  }
  return refused > 0 ? 1 : 0;
}
