import type { Status } from "../../contract/wire";
import { createListeners } from "../listeners";
import type { DataOrigin, OriginOfCells, PaneHost } from "../pane-host";

/** Shortest interval between two counts of the cells' answers. */
const COUNT_MS = 500;

/** Where the data of a host's cells comes from. Follows the connection and every answer. */
export function createDataOrigin(
  host: Pick<PaneHost, "connection" | "fetch" | "onChange"> & { readonly cells: Pick<PaneHost["cells"], "callLog"> },
): DataOrigin {
  const { notify, onChange } = createListeners();
  let connectedTo: string | undefined;
  let service: { readonly sample: boolean; readonly published: boolean } | undefined;
  let cells: OriginOfCells | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(): void {
    timer = undefined;
    const { sample, published } = host.cells.callLog.origins();
    const now = sample === 0 ? (published > 0 ? "published" : undefined) : published > 0 ? "partly_sample" : "sample";
    if (now === cells) return;
    cells = now;
    notify();
  }

  async function readStatus(): Promise<void> {
    const fetched = await host.fetch("/v1/status");
    const data = fetched.ok ? (fetched.body as { data?: Partial<Status> } | null)?.data : undefined;
    if (!data || !Array.isArray(data.families)) return;
    service = { sample: data.sample === true, published: data.families.some(({ real_names }) => real_names > 0) };
    notify();
  }

  function followConnection(): void {
    const connection = host.connection();
    const now = connection.kind === "connected" ? connection.baseUrl : undefined;
    if (now === connectedTo) return;
    connectedTo = now;
    service = undefined;
    if (now !== undefined) void readStatus();
  }
  const countSoon = (): void => {
    timer ??= setTimeout(count, COUNT_MS);
  };
  host.cells.callLog.onAnswer(countSoon);
  host.onChange(() => {
    followConnection();
    // Another workbook may have been opened.
    countSoon();
  });
  followConnection();

  const isFirstRun = (): boolean => service?.sample === true && !service.published;
  return {
    origin: () => cells ?? (service && (isFirstRun() ? "sample" : "published")),
    isFirstRun,
    renew: async () => {
      host.cells.callLog.forgetOrigins();
      count();
      await readStatus();
    },
    onChange,
  };
}
