import type { Frame, Page } from "playwright-core";
import { type Workbook } from "../../src/pane/workbook";
import { WorkbookRefusal } from "../../src/workbook/workbook-refusal";
import type { RemoteWorkbook, Watched } from "./workbook-under-test";

interface Reply {
  readonly value?: unknown;
  readonly refusal?: string;
  readonly fault?: string;
}

type Slots = Record<symbol, Workbook> & { heard?: number; endListening?: () => void };

/** The workbook that a page exposes under a registered symbol. Any thrown error except a refusal fails the test. */
export function remoteWorkbook(page: Page | Frame, slot: string): RemoteWorkbook {
  const call = async <T>(member: string, ...args: unknown[]): Promise<T> => {
    const reply = await page.evaluate(
      async ([key, name, given]): Promise<Reply> => {
        type Members = Record<string, (...a: unknown[]) => unknown>;
        const workbook = (globalThis as unknown as Slots)[Symbol.for(key)] as unknown as Members & Record<string, Members>;
        const [part = "", ofPart] = name.split(".");
        const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        const args = given.map((one) => (typeof one === "object" && one !== null && "base64" in one ? bytesOf(String(one.base64)) : one));
        try {
          const value = await (ofPart === undefined ? workbook[part]?.(...args) : workbook[part]?.[ofPart]?.(...args));
          if (!(value instanceof Uint8Array)) return { value };
          // Bytes travel as text: as an array of numbers a file would take minutes.
          let text = "";
          for (let i = 0; i < value.length; i += 8_192) text += String.fromCharCode(...value.subarray(i, i + 8_192));
          return { value: btoa(text) };
        } catch (e) {
          const error = e as Error;
          return error.name === "WorkbookRefusal" ? { refusal: error.message } : { fault: `${name}: ${error.stack ?? String(error)}` };
        }
      },
      [slot, member, args] as const,
    );
    if (reply.refusal !== undefined) throw new WorkbookRefusal(reply.refusal);
    if (reply.fault !== undefined) throw new Error(reply.fault);
    return reply.value as T;
  };

  const watched = (member: "serviceCells" | "file", args: readonly unknown[], stopAt = -1): Promise<Watched<number>> =>
    page.evaluate(
      async ([key, name, given, stop]): Promise<Watched<number>> => {
        const workbook = (globalThis as unknown as Slots)[Symbol.for(key)] as unknown as Record<string, (...a: unknown[]) => Promise<{ length: number }>>;
        const controller = new AbortController();
        const progress: [number, number][] = [];
        if (stop === 0) controller.abort();
        const watch = {
          signal: controller.signal,
          progress: (done: number, of: number) => {
            progress.push([done, of]);
            if (progress.length === stop) controller.abort();
          },
        };
        try {
          return { progress, value: (await workbook[name]?.(...given, watch))?.length ?? -1 };
        } catch (e) {
          const error = e as Error;
          if (error.name !== "WorkbookRefusal") throw error;
          return { progress, refusal: error.message };
        }
      },
      [slot, member, [...args], stopAt] as const,
    );

  return {
    selection: async () => (await call<Awaited<ReturnType<Workbook["selection"]>> | null>("selection")) ?? undefined,
    serviceCells: (scope) => call("serviceCells", scope),
    shown: (places) => call("shown", places),
    recalculate: (places) => call("recalculate", places),
    write: (at, rows, options) => call("write", at, rows, options),
    writeSheet: (name, rows, options) => call("writeSheet", name, rows, options),
    isEditing: () => call("isEditing"),
    goTo: (place) => call("goTo", place),
    reenter: (cells) => call("reenter", cells),
    file: async () => Uint8Array.from(Buffer.from(await call<string>("file"), "base64")),
    open: (file, name) => call("open", { base64: Buffer.from(file).toString("base64") }, name),
    defineName: (name, formula) => call("defineName", name, formula),
    blocks: {
      find: (names) => call("blocks.find", names),
      read: (name) => call("blocks.read", name),
      set: (name, block) => call("blocks.set", name, block),
      edit: (name, read, edits, block) => call("blocks.edit", name, read, edits, block),
      references: (sheet) => call("blocks.references", sheet),
    },
    watchedServiceCells: (scope, stopAt) => watched("serviceCells", [scope], stopAt),
    watchedFile: (stopAt) => watched("file", [], stopAt),
    readSetting: (name) => call("settings.read", name),
    writeSetting: (name, text) => call("settings.write", name, text),
    listen: () =>
      page.evaluate((key) => {
        const there = globalThis as unknown as Slots;
        there.heard = 0;
        const end = there[Symbol.for(key)]?.onSelection(() => {
          there.heard = (there.heard ?? 0) + 1;
        });
        if (end) there.endListening = end;
      }, slot),
    heardChanges: () => page.evaluate(() => (globalThis as unknown as Slots).heard ?? 0),
    stopListening: () => page.evaluate(() => (globalThis as unknown as Slots).endListening?.()),
  };
}
