import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const mayMount = process.platform === "linux" && process.getuid?.() === 0;

/** A test that needs a small disk, which root can mount on Linux; skipped elsewhere. */
export const itWithDisk = (name: string, work: NonNullable<jest.ProvidesCallback>): void => (mayMount ? it : it.skip)(name, work);

/** A file system of a few megabytes in memory, mounted in a folder. */
export interface Disk {
  readonly folder: string;
  /** Fills it to the last byte. Returns a function that frees space. */
  fill(): () => void;
  /** From now on; no file may be open. */
  readOnly(): void;
  unmount(): void;
}

export function mountDisk(below: string, megabytes = 4): Disk {
  const folder = path.join(below, "disk");
  mkdirSync(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  return {
    folder,
    fill: () => {
      const filler = path.join(folder, "filler");
      // Adds pages until the disk is full.
      for (let size = 1; ; size++)
        try {
          writeFileSync(filler, Buffer.alloc(4096), { flag: "a" });
        } catch (e) {
          if ((e as NodeJS.ErrnoException).code !== "ENOSPC") throw e;
          return () => writeFileSync(filler, "");
        }
    },
    readOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
    // Lazily: the driver closes a file only after its statements are garbage-collected.
    unmount: () => void execFileSync("umount", ["-l", folder]),
  };
}
