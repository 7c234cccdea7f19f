import Database from "libsql";
import { MEMORY } from "../../../src/service/sqlite/open-file";
import { migrate } from "../../../src/service/store/migrations";
import { notStored, placeValues } from "../../../src/service/store/observation-versions";

test("the vintages of a date are placed in time that grows with their number", () => {
  const sql = new Database(MEMORY);
  migrate(sql, MEMORY, () => undefined);
  // No import is logged.
  sql.exec("PRAGMA foreign_keys = OFF");
  let written = 0;
  const newestPublic = { note: () => void written++, save: () => undefined, get: () => 0 };
  const first = Date.parse("2024-05-15T12:30:00Z");
  const vintages = Array.from({ length: 200 }, (_, i) => ({
    series: "CPIAUCSL",
    date: "2024-04-01",
    value: 300 + i,
    source: "user" as const,
    published: first + i * 86_400_000,
  }));
  placeValues({ sql, newestPublic }, notStored(sql, vintages), Date.parse("2026-11-22"), 1);
  expect(written).toBeLessThanOrEqual(2 * vintages.length);
  expect(notStored(sql, vintages)).toEqual([]);
  expect(sql.prepare("SELECT COUNT(*) AS n, MIN(until - public) AS span, SUM(current) AS current FROM observation").get()).toMatchObject({
    n: 200,
    span: 86_400_000,
    current: 1,
  });
  sql.close();
});
