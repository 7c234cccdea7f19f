import Database from "libsql";
import { migrate, STEPS } from "../../../src/service/store/migrations";

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

test("an upgrade puts the rows of the last days in the order in which they were imported", () => {
  const sql = new Database(":memory:");
  const step = STEPS.findIndex((text) => text.includes("ADD COLUMN stored"));
  sql.exec(`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (${step})`);
  STEPS.slice(0, step).forEach((text) => sql.exec(text));
  sql.exec("INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (1, 'okx', 'a', 'a', 1, '2024-06-25T12:00:00Z')");
  const insert = sql.prepare("INSERT INTO record VALUES (?, 'BTC', '2024-06-20', ?, '2024-06-20', '{}', 'okx', 0, NULL, 0, ?, 1, 1)");
  const at = Date.UTC(2024, 5, 25, 12);
  for (const [dataset, key, seen] of [["funding", "b", at], ["funding", "c", at], ["market", "a", at - 1], ["funding", "old", at - 9e8], ["filing", "", at]])
    insert.run(dataset, key, seen); // prettier-ignore
  migrate(sql, () => undefined);
  const stored = sql.prepare("SELECT key, stored FROM record ORDER BY stored, key").raw().all();
  expect(stored).toEqual([["", null], ["old", null], ["a", (at - 1) * 1000 + 1], ["b", at * 1000 + 2], ["c", at * 1000 + 3]]); // prettier-ignore
  expect(sql.prepare("SELECT at FROM change_moment WHERE name = ''").raw().get()).toEqual([at * 1000 + 3]);
  sql.close();
});
