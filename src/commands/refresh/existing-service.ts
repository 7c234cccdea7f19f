import { statSync } from "node:fs";
import { answeringService, type Source } from "../answering-service";
import { BUILT, dataFolder, namedFolder, UsageError, type Io } from "../io";
import { databaseOf } from "../local-service";

type Named = Parameters<typeof answeringService>[0];

function isThere(file: string): boolean {
  try {
    statSync(file);
    return true;
  } catch (e) {
    // A folder of another user's may have it.
    return (e as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/**
 * Refuses a folder that was typed and holds no data: a new one would answer with sample data.
 *
 * @throws UsageError
 */
export function refuseMissingData({ data }: Pick<Named, "data">, io: Io): void {
  if (data === undefined) return;
  const folder = dataFolder(data, io);
  if (isThere(databaseOf(folder))) return;
  const got = isThere(folder) ? `${folder} has none` : `there is no folder ${folder}`;
  throw new UsageError(`--data: expected a service's data folder, with its file service.db; ${got}. Correct the name, or import data into it first.`);
}

/**
 * Announces that a refresh makes a new data folder, whose values are all sample data. Refuses it in an installation, where the service has another folder.
 *
 * @param installed true in the built program, false in a checkout
 * @throws UsageError
 */
export function announceNewData({ data, url }: Pick<Named, "data" | "url">, io: Io, installed = BUILT): void {
  const folder = dataFolder(data, io);
  // A folder that was typed is checked when it is opened.
  if (url !== undefined || data !== undefined || isThere(databaseOf(folder))) return;
  const other = "Name the service with --url or its data with --data";
  if (installed) throw new UsageError(`There is no data in ${folder}, so every value would be sample data. ${other}, or add --allow-sample.`);
  if (namedFolder(data, io) === undefined) io.err(`(There is no data in ${folder}, so every value is sample data. ${other}.)`);
}

/** As `answeringService`, but a folder that was typed must hold data. */
export async function existingService(values: Named, io: Io): Promise<Source> {
  if (values.url === undefined) refuseMissingData(values, io);
  return answeringService(values, io);
}
