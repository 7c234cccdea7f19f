import type { PaneHost } from "../../../pane/pane-host";
import { type Workbook } from "../../../pane/workbook";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";

/** Throws a refusal from another frame as one of this frame's class: `instanceof` fails across frames. */
function rethrow(thrown: unknown): never {
  throw (thrown as { name?: unknown } | undefined)?.name === "WorkbookRefusal" ? new WorkbookRefusal((thrown as Error).message) : thrown;
}

const isPromise = (given: unknown): given is Promise<unknown> => typeof (given as { then?: unknown } | null | undefined)?.then === "function";

/** Wraps the calls of an object, and of the objects in it, so that they reject with this frame's types. */
function translated<T extends object>(theirs: T): T {
  const own = (member: unknown): unknown => {
    if (typeof member === "object" && member !== null) return translated(member);
    if (typeof member !== "function") return member;
    return (...args: unknown[]): unknown => {
      const given = (member as (...args: unknown[]) => unknown)(...args);
      return isPromise(given) ? given.catch(rethrow) : given;
    };
  };
  return Object.fromEntries(Object.entries(theirs).map(([name, member]) => [name, own(member)])) as T;
}

/** Wraps a host from another frame, so that `instanceof` works for what it throws and for its bytes. */
export function withOwnTypes(host: PaneHost): PaneHost {
  let theirs: Workbook | undefined;
  let ours: Workbook | undefined;
  return {
    ...host,
    workbook: () => {
      const book = host.workbook();
      if (book !== theirs)
        [theirs, ours] = [book, book && { ...translated(book), file: async (watch) => new Uint8Array(await book.file(watch).catch(rethrow)) }];
      return ours;
    },
  };
}
