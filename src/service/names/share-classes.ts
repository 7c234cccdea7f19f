import { isListed } from "../instruments/universe";
import { isSameSecurity, meansClass } from "../records/security-name";
import type { Filer, Security } from "../records/statement";
import type { Store } from "../store/store";

const EVER = "9999-12-31";
const JOINED = /^([A-Z]{1,5})([A-Z])$/;
const POINTED = /^([A-Z]{1,5})\.([A-Z])$/;

type Named = Pick<Store, "records">;

const rowsOf = ({ records }: Named, symbol: string) =>
  records.isPublished("security", symbol) ? records.between<Security>("security", symbol, "0001-01-01", EVER, EVER) : [];

/** The joined spelling of a share class, BRKB for BRK.B, if it means that class. */
export function joinedSpelling(ticker: string, store: Named): string | undefined {
  const [, root, letter] = POINTED.exec(ticker) ?? [];
  if (root === undefined || letter === undefined) return undefined;
  const joined = root + letter;
  const { records } = store;
  const isTicker = isListed(joined) || records.isPublished("filer", joined);
  const company = records.isPublished("filer", ticker) ? records.latest<Filer>("filer", ticker, EVER, 1)[0]?.body.name : undefined;
  const descriptions = rowsOf(store, joined).map(({ body }) => body.name);
  return meansClass(letter, { isTicker, company, descriptions }) ? joined : undefined;
}

/** The share class that a joined name means: BRK.B for BRKB. Undefined if it means none. */
export function classNamed(joined: string, store: Named): string | undefined {
  const [, root, letter] = JOINED.exec(joined) ?? [];
  const pointed = `${root}.${letter}`;
  return root === undefined || joinedSpelling(pointed, store) === undefined ? undefined : pointed;
}

/**
 * The securities that the SEC's lists of fails to deliver name for a ticker in any spelling, oldest first: several after a change of the CUSIP. Of several
 * companies that used the ticker, only the last.
 */
export function listedSecurities(ticker: string, store: Named): readonly Security[] {
  const joined = joinedSpelling(ticker, store);
  const rows = [...rowsOf(store, ticker), ...(joined === undefined ? [] : rowsOf(store, joined))].sort((a, b) => (a.date + a.key < b.date + b.key ? -1 : 1));
  const last = rows[rows.length - 1]?.body;
  return rows.flatMap(({ body }) => (isSameSecurity(body.name, last?.name) ? [body] : []));
}
