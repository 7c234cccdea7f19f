import { statSync } from "node:fs";
import { answeringService, type Source } from "../answering-service";
import { dataFolder, UsageError, type Io } from "../io";
import { databaseOf } from "../local-service";

type Named = Parameters<typeof answeringService>[0];

/**
 * Refuses a folder that was typed and holds no data: a new one would answer with sample data.
 *
 * @throws UsageError
 */
export function refuseMissingData({ data }: Pick<Named, "data">, io: Io): void {
  if (data === undefined) return;
  const folder = dataFolder(data, io);
  const is = (file: string): boolean => {
    try {
      statSync(file);
      return true;
    } catch (e) {
      // A folder of another user's may have it.
      return (e as NodeJS.ErrnoException).code !== "ENOENT";
    }
  };
  if (is(databaseOf(folder))) return;
  const got = is(folder) ? `${folder} has none` : `there is no folder ${folder}`;
  throw new UsageError(`--data: expected a service's data folder, with its file service.db; ${got}. Correct the name, or import data into it first.`);
}

/** As `answeringService`, but a folder that was typed must hold data. */
export async function existingService(values: Named, io: Io): Promise<Source> {
  if (values.url === undefined) refuseMissingData(values, io);
  return answeringService(values, io);
}
