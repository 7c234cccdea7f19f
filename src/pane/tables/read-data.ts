import { TableRefusal, type Asked, type TableData, type TableKind } from "../../tables/kind";
import { addressOf } from "../../tables/read-body";
import type { PaneHost } from "../pane-host";

type ReadTable = { readonly ok: true; readonly data: TableData } | { readonly ok: false; readonly message: string };

/** Fetches a table's rows, as of the workbook's moment. Never rejects. */
export async function readTable(host: PaneHost, kind: TableKind, asked: Asked, signal?: AbortSignal): Promise<ReadTable> {
  const asOf = host.asOf();
  if (asOf !== undefined && kind.isPresent)
    return { ok: false, message: `${kind.title} exists for the present only. Remove the as-of date in Settings, then try again.` };
  const reading = kind.read(asked);
  try {
    let step = reading.next();
    while (!step.done) {
      const separator = step.value.includes("?") ? "&" : "?";
      const address = asOf === undefined ? step.value : `${step.value}${addressOf("", { as_of: asOf }).replace("?", separator)}`;
      const fetched = await host.fetch(address, signal);
      if (!fetched.ok) return fetched;
      if (host.asOf() !== asOf) return { ok: false, message: "The workbook's as-of date was changed meanwhile. Try again." };
      step = reading.next(fetched.body);
    }
    return { ok: true, data: step.value };
  } catch (e) {
    if (e instanceof TableRefusal) return { ok: false, message: e.message };
    throw e;
  }
}
