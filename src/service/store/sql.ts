import type Database from "libsql";

/** What the SQL files need of the driver; libsql has better-sqlite3's interface. */
export type Sql = InstanceType<typeof Database>;

type Statement = ReturnType<Sql["prepare"]>;
type Values = readonly unknown[];

/**
 * Statements by their text, apart for each connection and each way of reading: in this driver, `get` after `all` on the same statement returns the row at which `all`
 * stopped. Prepared at their first use, because preparing all at once would take half the time of opening a database.
 */
const preparing = (prepare: (sql: Sql, text: string) => Statement): ((sql: Sql, text: string) => Statement) => {
  const ofConnections = new WeakMap<Sql, Map<string, Statement>>();
  return (sql, text) => {
    let statements = ofConnections.get(sql);
    if (!statements) ofConnections.set(sql, (statements = new Map()));
    let statement = statements.get(text);
    if (!statement) statements.set(text, (statement = prepare(sql, text)));
    return statement;
  };
};
const forRow = preparing((sql, text) => sql.prepare(text));
const forRows = preparing((sql, text) => sql.prepare(text));
const forColumns = preparing((sql, text) => sql.prepare(text).raw());
const forValue = preparing((sql, text) => sql.prepare(text).raw());
const forChange = preparing((sql, text) => sql.prepare(text));

/** The first row; undefined without one. */
export const selectRow = <T>(sql: Sql, text: string, ...values: Values): T | undefined => forRow(sql, text).get(values) as T | undefined;

export const selectRows = <T>(sql: Sql, text: string, ...values: Values): T[] => forRows(sql, text).all(values) as T[];

/** Rows as lists of their columns. */
export const selectColumns = <T extends readonly unknown[]>(sql: Sql, text: string, ...values: Values): T[] => forColumns(sql, text).all(values) as T[];

/** The first column of the first row; undefined without a row. */
export const selectValue = <T>(sql: Sql, text: string, ...values: Values): T | undefined => (forValue(sql, text).get(values) as readonly [T] | undefined)?.[0];

/** Runs a statement that changes rows. */
export const execute = (sql: Sql, text: string, ...values: Values): { readonly changes: number; readonly lastInsertRowid: number | bigint } =>
  forChange(sql, text).run(values);

export const hasTable = (sql: Sql, name: string): boolean =>
  selectValue(sql, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined;

/** The damage of a database file in SQLite's words. Undefined if it is valid. Reads the whole file. */
export function damageOf(sql: Sql): string | undefined {
  const found = selectValue<string>(sql, "PRAGMA quick_check(1)")!;
  return found === "ok" ? undefined : found;
}
