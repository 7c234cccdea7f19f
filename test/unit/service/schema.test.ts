import Database from "libsql";
import { migrate } from "../../../src/service/store/migrations";

interface Item {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** Every table and index with its SQL, and every row. Line breaks do not count. */
function contents(prepare: string): unknown {
  const sql = new Database(":memory:");
  sql.exec(prepare);
  migrate(sql, () => undefined);
  const items = sql.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").all() as Item[];
  const rows = items.filter((item) => item.type === "table").map(({ name }) => [name, sql.prepare(`SELECT * FROM "${name}"`).all()]);
  sql.close();
  return { items: items.map((item) => ({ ...item, sql: item.sql && item.sql.replace(/\s+/g, " ").replaceAll("( ", "(") })), rows };
}

test("a new database has the same tables, indexes and rows as one after all steps", () => {
  const afterSteps = contents("CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (0)");
  expect(afterSteps).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ name: "security_name_ticker" })]) as unknown });
  expect(contents("")).toEqual(afterSteps);
});
