import type { IsoDate } from "../../contract/dates";
import { execute, type Sql, writing } from "../sqlite/sql";
import { type CachedReads, DECIDED, type ReadKind } from "./read-cache";

/** What the log's entry of a decision says. */
const [ON, OFF] = ["on", "off"];

const DECIDE =
  "INSERT INTO publisher (id, enabled, decided) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, decided = excluded.decided";

const LOG_DECISION = `INSERT INTO import_file (publisher, file, sha256, rows, seen, detail) VALUES ('${DECIDED}', ?, '', 0, ?, ?)`;

/** Decides as an entry of the log says, within the caller's transaction. */
export const restoreDecision = (sql: Sql, publisher: string, detail: string | null, day: IsoDate): void =>
  void execute(sql, DECIDE, publisher, detail === ON ? 1 : 0, day);

export type Decisions = ReturnType<typeof createDecisions>;

/** Which publishers the operator has turned on or off. */
export function createDecisions(sql: Sql, cache: CachedReads, addRead: (kind: ReadKind) => void) {
  const decision = cache.of("decision").objects<{ readonly enabled: number; readonly decided: IsoDate }>("SELECT enabled, decided FROM publisher WHERE id = ?");
  return {
    /** The operator's decision. Undefined without one; then the publisher's default counts. */
    of: (publisher: string): { readonly enabled: boolean; readonly decided: IsoDate } | undefined => {
      addRead("decision");
      const row = decision.get(publisher);
      return row && { enabled: row.enabled === 1, decided: row.decided };
    },
    decide: (publisher: string, enabled: boolean, day: IsoDate): void =>
      writing(sql, () => {
        execute(sql, DECIDE, publisher, enabled ? 1 : 0, day);
        execute(sql, LOG_DECISION, publisher, `${day}T00:00:00Z`, enabled ? ON : OFF);
      }),
  };
}
