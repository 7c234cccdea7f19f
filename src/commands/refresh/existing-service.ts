import { statSync } from "node:fs";
import path from "node:path";
import { answeringService } from "../answering-service";
import { type Source } from "../service-address";
import { BUILT, databaseOf, dataFolder, type Io, UsageError } from "../io";

/** Differs if the database was replaced, the key renewed, or a service started or ended. Imports do not change it: an open service sees them. */
function stampOf(folder: string): string {
  const stat = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false });
  return [stat("service.db")?.ino, stat("ledger.db")?.ino, stat("key")?.mtimeMs, stat("running.json")?.mtimeMs].join(" ");
}

/** Keeps the service of many rounds open from round to round: the database driver frees an opened database only when the process ends. */
export function keptService(values: Named, io: Io) {
  let kept: { readonly source: Source; readonly stamp: string } | undefined;
  const isRemote = values.url !== undefined;
  const stamp = (): string => (isRemote ? "" : stampOf(dataFolder(values.data, io)));
  const close = async (): Promise<void> => {
    const { source } = kept ?? {};
    kept = undefined;
    await source?.close();
  };
  return {
    /** The service that the options name now. Throws as `existingService` does. */
    current: async (): Promise<Source> => {
      if (kept?.stamp === stamp()) return kept.source;
      await close();
      const source = await existingService(values, io);
      // Opening it for the first time creates the database and the key.
      kept = { source, stamp: stamp() };
      return source;
    },
    /** Called when it did not answer. */
    failed: (): void => {
      // A service on this machine that was killed leaves running.json. One in this process would fail again.
      if (kept && !isRemote && statSync(path.join(dataFolder(values.data, io), "running.json"), { throwIfNoEntry: false })) kept = { ...kept, stamp: "failed" };
    },
    close,
  };
}

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
