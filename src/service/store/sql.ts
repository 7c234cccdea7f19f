import type Database from "libsql";

/** What the SQL files need of the driver; libsql has better-sqlite3's interface. */
export type Sql = InstanceType<typeof Database>;
