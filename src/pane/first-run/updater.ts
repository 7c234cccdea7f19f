import { counted, withSeparators } from "../../contract/counted";
import type { LocalUpdate, PublisherUpdate } from "../../contract/local-update";
import { dataVersionOf } from "../connection/data-version";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perHost } from "../per-book";
import { refresherOf } from "../refresh/refresher";

const rows = ({ added, changed }: Pick<PublisherUpdate, "added" | "changed">): string =>
  `${withSeparators(added)} new ${added === 1 ? "row" : "rows"}${changed > 0 ? `, ${withSeparators(changed)} changed` : ""}`;

/** One publisher's progress, after its name. A publisher that waits when the update has ended, as by a cancellation, was not fetched. */
export function publisherWords(publisher: PublisherUpdate, hasEnded: boolean): string {
  const { state, now, documents, feeds } = publisher;
  switch (state) {
    case "waiting":
      return documents > 0 ? `not finished · ${rows(publisher)}` : hasEnded ? "not fetched" : "waiting";
    case "running": {
      const at =
        !now || now.of === 0 ? undefined : now.bytes ? `${Math.floor((100 * now.done) / now.of)} % read` : `${now.done} of ${counted(now.of, "document")}`;
      const list = feeds.of > 1 ? `list ${Math.min(feeds.done + 1, feeds.of)} of ${feeds.of}` : undefined;
      const words = [list, at, ...(documents > 0 ? [rows(publisher)] : [])].filter((part) => part !== undefined);
      return words.length > 0 ? words.join(" · ") : "fetching…";
    }
    case "done":
      return `${counted(documents, "document")} · ${rows(publisher)}`;
    case "failed":
      return documents > 0 ? `partly failed · ${rows(publisher)}` : "failed";
    case "not_fetched":
      return "not fetched";
  }
}

/** How far an update is, in publishers. */
export const updateProgress = ({ publishers }: LocalUpdate): { readonly done: number; readonly of: number } => ({
  done: publishers.filter(({ state }) => state !== "waiting" && state !== "running").length,
  of: publishers.length,
});

/** The result of an update that has ended; undefined before the first. */
export function updateResultWords({ ended, message, publishers }: LocalUpdate): string | undefined {
  const added = publishers.reduce((n, p) => n + p.added, 0);
  const changed = publishers.reduce((n, p) => n + p.changed, 0);
  const failed = publishers.filter(({ state }) => state === "failed").length;
  switch (ended) {
    case undefined:
      return undefined;
    case "nothing_due":
      return "Everything is up to date: no publisher has published since the last update.";
    case "stopped":
      return `Cancelled. Complete documents are kept: ${rows({ added, changed })}.`;
    case "failed":
      return message ?? "The update failed.";
    case "done":
      if (failed > 0 && added + changed === 0)
        return `${failed} of ${counted(publishers.length, "publisher")} failed, and nothing new was imported. First steps lists the reasons.`;
      if (failed === 0) return `Done: ${rows({ added, changed })}. Cells with published data show it now.`;
      return `${failed} of ${counted(publishers.length, "publisher")} failed. The others: ${rows({ added, changed })}.`;
  }
}

/** An update as the pane knows it. */
interface UpdaterState {
  /** Undefined until the service has answered. */
  readonly update?: LocalUpdate;
  /** Why the last request to the service failed, and what to do. */
  readonly problem?: string;
}

/** The update of the service on this computer. It goes on while other tabs are shown, and when the pane is closed. */
export const updaterOf = perHost(createUpdater);

const FOLLOW_MS = 700;
/** While another command updates the data, or the service does not answer. */
const FOLLOW_OTHERS_MS = 4_000;

const isRunning = ({ phase }: LocalUpdate): boolean => phase === "running" || phase === "stopping";

function createUpdater(host: PaneHost) {
  const { notify, onChange } = createListeners();
  let state: UpdaterState = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Cells still show the answers from before the update. */
  async function showNewData({ publishers }: LocalUpdate): Promise<void> {
    if (publishers.every(({ added, changed }) => added + changed === 0)) return;
    await host.dataOrigin.renew();
    dataVersionOf(host).raise();
    if (host.workbook()) void refresherOf(host).start("workbook");
  }

  /** Asks for the state, and follows a running update. */
  async function ask(action: "show" | "start" | "cancel", contact?: string): Promise<void> {
    clearTimeout(timer);
    const before = state.update;
    const reply = await host.localUpdate(action, contact);
    state = reply.ok ? { update: reply.update } : { ...(before ? { update: before } : {}), problem: reply.message };
    const { update } = state;
    if (update && (isRunning(update) || update.phase === "elsewhere"))
      timer = setTimeout(() => void ask("show"), reply.ok && isRunning(update) ? FOLLOW_MS : FOLLOW_OTHERS_MS);
    if (reply.ok && update && before && before.phase !== "idle" && update.phase === "idle") void showNewData(update);
    notify();
  }

  return { state: () => state, show: () => ask("show"), start: (contact: string | undefined) => ask("start", contact), cancel: () => ask("cancel"), onChange };
}
