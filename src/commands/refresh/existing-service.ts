import { statSync } from "node:fs";
import { answeringService, type Source } from "../answering-service";
import { databaseOf, BUILT, dataFolder, UsageError, type Io } from "../io";

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
 * Refuses a refresh in an installation without data: the service has another folder, and a new one would answer with sample data.
 *
 * @param installed true in the built program, false in a checkout
 * @throws UsageError
 */
export function refuseNewData({ data, url }: Pick<Named, "data" | "url">, io: Io, installed = BUILT): void {
  const folder = dataFolder(data, io);
  // A folder that was typed is checked when it is opened.
  if (!installed || url !== undefined || data !== undefined || isThere(databaseOf(folder))) return;
  throw new UsageError(
    `There is no data in ${folder}, so every value would be sample data. Name the service with --url or its data with --data, or add --allow-sample.`,
  );
}

/** As `answeringService`, but a folder that was typed must hold data. */
export async function existingService(values: Named, io: Io): Promise<Source> {
  if (values.url === undefined) refuseMissingData(values, io);
  return answeringService(values, io);
}
