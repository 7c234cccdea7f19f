import { meansClass } from "../records/security-name";
import type { Dataset, RecordRow } from "../records/record";
import type { Filer, Security } from "../records/statement";
import { ENTITIES } from "./records";
import type { Sql } from "./sql";

/** Datasets whose entities are symbols that files spell in several ways. */
const BY_SYMBOL: readonly Dataset[] = ["price", "split", "short_interest", "short_volume", "insider_trade", "congress_trade"];
/** The SEC's lists that name securities. */
const NAMING: readonly Dataset[] = ["filer", "security"];
/** A root and a class: BRK.B, or joined as BRKB. */
const CLASSED = /^([A-Z]{1,5})\.?([A-Z])$/;

/**
 * Joined spellings of share classes. Rows of BRKB are stored as those of BRK.B if the SEC's list of tickers is loaded and `meansClass` holds. Without the list it is
 * unknown whether another security has the name.
 */
interface Spellings {
  /** The row under the symbol of its security. */
  spelled(row: RecordRow): RecordRow;
  /** Moves stored rows to the symbol of their security after an import changed these datasets. Returns the datasets that changed with them. */
  settle(changed: ReadonlySet<string>): readonly Dataset[];
}

export function createSpellings(sql: Sql): Spellings {
  const listOf = sql.prepare("SELECT 1 FROM record WHERE dataset = 'filer' AND key = '' AND current = 1 LIMIT 1");
  const filer = sql.prepare("SELECT body FROM record WHERE dataset = 'filer' AND entity = ? LIMIT 1");
  const listed = sql.prepare("SELECT body FROM record WHERE dataset = 'security' AND entity = ? AND current = 1");
  const entities = sql.prepare(ENTITIES);
  const twice = sql.prepare(
    `DELETE FROM record WHERE dataset = ?1 AND entity = ?2 AND current = 1
       AND EXISTS (SELECT 1 FROM record o WHERE o.dataset = ?1 AND o.entity = ?3 AND o.date = record.date AND o.key = record.key AND o.known = record.known AND o.current = 1)`,
  );
  const move = sql.prepare("UPDATE record SET entity = ?3 WHERE dataset = ?1 AND entity = ?2");
  const confirmed = sql.prepare(
    `INSERT INTO freshness (name, at) SELECT substr(name, 1, length(name) - length(?2)) || ?3, at FROM freshness WHERE name LIKE '%/' || ?1 || '/' || ?2
     ON CONFLICT (name) DO UPDATE SET at = MAX(at, excluded.at)`,
  );

  function symbolOf(symbol: string): string {
    const [, root, letter] = CLASSED.exec(symbol) ?? [];
    if (root === undefined || letter === undefined) return symbol;
    const [joined, pointed] = [root + letter, `${root}.${letter}`];
    const named = filer.get(pointed) as { body: string } | undefined;
    if (filer.get(joined) !== undefined) return named === undefined ? joined : symbol;
    const company = named && (JSON.parse(named.body) as Filer).name;
    const descriptions = (listed.all(joined) as { body: string }[]).map(({ body }) => (JSON.parse(body) as Security).name);
    return meansClass(letter, { isTicker: false, company, descriptions }) ? pointed : symbol;
  }
  const isLoaded = (): boolean => listOf.get() !== undefined;

  return {
    spelled: (row) => {
      if (!BY_SYMBOL.includes(row.dataset) || !CLASSED.test(row.entity) || !isLoaded()) return row;
      const entity = symbolOf(row.entity);
      return entity === row.entity ? row : { ...row, entity };
    },
    settle: (changed) => {
      if (!NAMING.some((dataset) => changed.has(dataset)) || !isLoaded()) return [];
      return BY_SYMBOL.filter((dataset) => {
        const other = (entities.all(dataset) as { entity: string }[]).flatMap(({ entity }) => {
          const symbol = symbolOf(entity);
          return symbol === entity ? [] : [[entity, symbol] as const];
        });
        for (const [from, to] of other) {
          twice.run(dataset, from, to);
          move.run(dataset, from, to);
          confirmed.run(dataset, from, to);
        }
        return other.length > 0;
      });
    },
  };
}
