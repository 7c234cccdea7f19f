import type { LocalUpdate } from "../../contract/local-update";
import { dataVersionOf } from "../connection/data-version";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perHost } from "../per-host";
import { refresherOf } from "../refresh/refresher";

/** An update as the pane knows it. */
interface UpdaterState {
  /** Undefined until the service has answered. */
  readonly update?: LocalUpdate;
  /** Why the last request to the service failed, and what to do. */
  readonly problem?: string;
}

/** The update of the service on this computer. It goes on while other tabs are shown, and when the pane is closed. */
interface Updater {
  state(): UpdaterState;
  /** Asks for the state, and follows a running update. */
  show(): Promise<void>;
  start(contact: string | undefined): Promise<void>;
  cancel(): Promise<void>;
  onChange(listener: () => void): () => void;
}

export const updaterOf = perHost(createUpdater);

const FOLLOW_MS = 700;
/** While another command updates the data, or the service does not answer. */
const FOLLOW_OTHERS_MS = 4_000;

const isRunning = ({ phase }: LocalUpdate): boolean => phase === "running" || phase === "stopping";

function createUpdater(host: PaneHost): Updater {
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

  return { state: () => state, show: () => ask("show"), start: (contact) => ask("start", contact), cancel: () => ask("cancel"), onChange };
}
