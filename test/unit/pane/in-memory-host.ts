import { setMaxListeners } from "node:events";
import { createClient, type Client } from "../../../src/core/client";
import { createCallLog } from "../../../src/core/call-log";
import { type Question } from "../../../src/core/question";
import type { ConnectionState, PaneCells, PaneHost } from "../../../src/pane/pane-host";
import { good, virtualHost, type Sent, type VirtualHost } from "../core/virtual-host";
import { hostOver } from "./host-over";
import { inMemoryWorkbook, type InMemoryWorkbook } from "./in-memory-workbook";
import { asking } from "../core/question-of";

/** A pane's surroundings in memory: client, call log, workbook, and the service as a function of each request. The test controls the time. */
export interface Desk {
  readonly host: PaneHost & { workbookThere: boolean; connected: ConnectionState };
  readonly wire: VirtualHost;
  readonly client: Client;
  readonly workbook: InMemoryWorkbook;
  /** Price or reason of each ticker, answered 10 ms later. Tests may replace it. */
  service: (sent: Sent) => void;
  /** Sets prices. */
  readonly prices: Map<string, number | Record<string, unknown>>;
  readonly statusAsked: string[];
  changed(): void;
  /** Opens another workbook with this content. `workbook` remains the first one. */
  openAnother(fill?: (other: InMemoryWorkbook) => void): InMemoryWorkbook;
}

const ticker = (question: Sent["cells"][number]): string => String(question.args?.[0] ?? question.entity);

export const price = (of: string): Question => asking("PRICE", of);

/** A workbook and an answering service; `fakeTimers` must be on. */
export function desk(): Desk {
  const wire = virtualHost();
  wire.now = () => Date.now();
  wire.schedule = (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  };
  const client = createClient(wire);
  client.setAccess("present");
  const callLog = createCallLog();
  const workbook = inMemoryWorkbook(client, callLog);
  let shown = workbook;
  const listeners = new Set<() => void>();
  const services = hostOver(client, callLog);
  /** Node warns of a signal with many listeners, and a refresh uses one signal for thousands of questions. */
  const many =
    (ask: PaneCells["ask"]): PaneCells["ask"] =>
    (question, signal) => {
      if (signal) setMaxListeners(0, signal);
      return ask(question, signal);
    };
  const host: Desk["host"] = {
    ...services,
    workbookThere: true,
    connected: { kind: "connected", baseUrl: "https://service.example", place: "memory" },
    workbook: () => (host.workbookThere ? shown : undefined),
    now: () => Date.now(),
    connection: () => host.connected,
    fetch: async (path) => {
      desk.statusAsked.push(path);
      let reply: { status: number } | undefined;
      desk.service({ cells: [], at: 0, aborted: false, reply: (r) => (reply = r) });
      await new Promise((resolve) => setTimeout(resolve, 20));
      return reply?.status === 200 ? { ok: true, body: {} } : { ok: false, message: "The service cannot be reached. Try again." };
    },
    cells: { ...services.cells, ask: many(services.cells.ask), renew: many(services.cells.renew) },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const prices = new Map<string, number | Record<string, unknown>>();
  const desk: Desk = {
    host,
    wire,
    client,
    workbook,
    prices,
    statusAsked: [],
    service: (sent) => {
      const reply = () =>
        sent.reply(
          good(sent, (cell) => {
            const is = prices.get(ticker(cell));
            return typeof is === "number" ? { value: is } : (is ?? { value: null, code: "no_price", reason: "no price is known" });
          }),
        );
      if (sent.cells.length === 0) reply();
      else setTimeout(reply, 10);
    },
    changed: () => listeners.forEach((listener) => listener()),
    openAnother: (fill) => {
      callLog.clear();
      shown = inMemoryWorkbook(client, callLog);
      fill?.(shown);
      desk.changed();
      return shown;
    },
  };
  wire.onSend = (sent) => desk.service(sent);
  return desk;
}
