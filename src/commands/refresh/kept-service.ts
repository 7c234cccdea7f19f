import { statSync } from "node:fs";
import path from "node:path";
import type { Source } from "../answering-service";
import { dataFolder, type Io } from "../io";
import { existingService } from "./existing-service";

type Named = Parameters<typeof existingService>[0];

/** The service of many rounds. */
interface KeptService {
  /** The service that the options name now. Throws as `existingService` does. */
  current(): Promise<Source>;
  /** Called when it did not answer. */
  failed(): void;
  close(): Promise<void>;
}

/** Differs if the database was replaced, the key renewed, or a service started or ended. Imports do not change it: an open service sees them. */
function stampOf(folder: string): string {
  const stat = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false });
  return [stat("service.db")?.ino, stat("key")?.mtimeMs, stat("running.json")?.mtimeMs].join(" ");
}

/** Keeps the service open from round to round: the database driver frees an opened database only when the process ends. */
export function keptService(values: Named, io: Io): KeptService {
  let kept: { readonly source: Source; readonly stamp: string } | undefined;
  const isRemote = values.url !== undefined;
  const stamp = (): string => (isRemote ? "" : stampOf(dataFolder(values.data, io)));
  const close = async (): Promise<void> => {
    const { source } = kept ?? {};
    kept = undefined;
    await source?.close();
  };
  return {
    current: async () => {
      if (kept?.stamp === stamp()) return kept.source;
      await close();
      const source = await existingService(values, io);
      // Opening it for the first time creates the database and the key.
      kept = { source, stamp: stamp() };
      return source;
    },
    failed: () => {
      // A service on this machine that was killed leaves running.json. One in this process would fail again.
      if (kept && !isRemote && statSync(path.join(dataFolder(values.data, io), "running.json"), { throwIfNoEntry: false })) kept = { ...kept, stamp: "failed" };
    },
    close,
  };
}
