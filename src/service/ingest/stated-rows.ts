import type { ListedRow } from "../publishers/publisher";
import type { RecordRow } from "../records/record";
import { openTemporary } from "../sqlite/open-file";
import { execute, selectValue } from "../sqlite/sql";

const INSERT = "INSERT OR IGNORE INTO stated SELECT value ->> 0, value ->> 1 FROM json_each(?)";

/** What a row is about: two rows of a list with one name state one thing. */
const nameOf = ({ dataset, entity, date, key }: RecordRow): string => [dataset, entity, date, key].join(" ");

/** Finds the rows that a list of any length states twice. They are on the disk, not in memory. The caller closes it. */
export function createStatedRows() {
  const sql = openTemporary();
  sql.exec("CREATE TEMP TABLE stated (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID; BEGIN");
  return {
    /**
     * Adds the next rows of the list. Returns how many of them equal an earlier row.
     *
     * @param differs called with the first row that differs from an earlier one about the same thing
     */
    add: (rows: readonly ListedRow[], differs: (before: RecordRow, stated: ListedRow) => never): number => {
      const repeated = rows.length - execute(sql, INSERT, JSON.stringify(rows.map(({ row }) => [nameOf(row), JSON.stringify(row.body)]))).changes;
      if (repeated === 0) return 0;
      for (const stated of rows) {
        const { row } = stated;
        const body = selectValue<string>(sql, "SELECT body FROM stated WHERE name = ?", nameOf(row))!;
        if (body !== JSON.stringify(row.body)) differs({ ...row, body: JSON.parse(body) as object }, stated);
      }
      return repeated;
    },
    close: (): void => void sql.close(),
  };
}
