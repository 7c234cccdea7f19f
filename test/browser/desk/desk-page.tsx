import { render, type ComponentType } from "preact";
import { useState } from "preact/hooks";
import { createClient } from "../../../src/core/client";
import { createCallLog } from "../../../src/core/call-log";
import { AuditTab } from "../../../src/pane/audit/audit-tab";
import type { ConnectionState, Environment, PaneHost } from "../../../src/pane/pane-host";
import { RefreshTab } from "../../../src/pane/refresh/refresh-tab";
import type { TabProps } from "../../../src/pane/tab";
import { useChanges } from "../../../src/pane/hooks/use-changes";
import { hostOver } from "../../unit/pane/host-over";
import { inMemoryWorkbook, type InMemoryWorkbook } from "../../unit/pane/in-memory-workbook";

/** What tests can reach in the page. */
export interface Desk {
  readonly workbook: InMemoryWorkbook;
  /** Answers of the service by series: a number, a reason as text, or members of an answer. Other series are unknown. */
  readonly series: Record<string, number | string | Readonly<Record<string, unknown>>>;
  /** How the service handles requests: it answers, is unreachable, or waits until `release`. */
  service: "answer" | "lost" | "held";
  release(): void;
  requests: number;
  /** Cells that the tabs went to. */
  readonly shown: { readonly tab: string; readonly what: string | undefined }[];
  connect(state: ConnectionState): void;
  open(tab: "refresh" | "audit"): void;
  /** The pane runs in a plain browser page, without a workbook. */
  leaveWorkbook(): void;
  /** Advances the wall clock by this many milliseconds. */
  sleep(ms: number): void;
}

let offset = 0;
const now = () => Date.UTC(2024, 5, 28, 12) + performance.now() + offset;
const listeners = new Set<() => void>();
const changed = () => [...listeners].forEach((listener) => listener());
const held: (() => void)[] = [];
let connection: ConnectionState = { kind: "connected", baseUrl: "https://api.example.com", place: "memory" };
let environment: Environment = "workbench";

function answerTo(body: string): string {
  const { cells } = JSON.parse(body) as { cells: { id: number; args: unknown[] }[] };
  const data = cells.map(({ id, args }) => {
    const value = desk.series[String(args[0])];
    const common = { id, caveats: [], sample: true, max_age_s: 3600 };
    const dated = { ...common, unit: "%", observation_date: "2024-06-27" };
    if (typeof value === "number") return { ...dated, value };
    if (typeof value === "object") return { ...dated, ...value };
    return { ...common, value: null, code: "unknown_entity", reason: value ?? `no series ${String(args[0])}` };
  });
  return JSON.stringify({ data, count: data.length, as_of: "2024-06-28", meta: {} });
}

const client = createClient({
  now,
  random: () => 0.5,
  schedule: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  send: (body, done) => {
    desk.requests++;
    const reply = () => (desk.service === "lost" ? done({ status: 0, body: "" }) : done({ status: 200, body: answerTo(body) }));
    if (desk.service === "held") held.push(reply);
    else setTimeout(reply, 0);
    return () => undefined;
  },
});
client.setAccess("present");
const callLog = createCallLog();
const workbook = inMemoryWorkbook(client, callLog);

const host: PaneHost = {
  ...hostOver(client, callLog),
  environment: () => environment,
  workbook: () => (environment === "browser" ? undefined : workbook),
  now,
  connection: () => connection,
  fetch: async () => (desk.service === "lost" ? { ok: false, message: "No answer from the service." } : { ok: true, body: {} }),
  onChange: (listener) => {
    listeners.add(listener);
    const end = client.onChange(listener);
    return () => {
      listeners.delete(listener);
      end();
    };
  },
};

const TABS: Readonly<Record<"refresh" | "audit", ComponentType<TabProps>>> = { refresh: RefreshTab, audit: AuditTab };
let openTab: (tab: "refresh" | "audit") => void = () => undefined;

function Frame() {
  useChanges(host);
  const [tab, setTab] = useState<"refresh" | "audit">("refresh");
  const [said, say] = useState("");
  openTab = setTab;
  const Body = TABS[tab];
  const show: TabProps["show"] = (to, what) => {
    desk.shown.push({ tab: to, what });
    if (to === "refresh" || to === "audit") setTab(to);
  };
  return (
    <>
      <header class="top">
        <h1>SERVICE</h1>
      </header>
      <main>
        <Body host={host} say={say} show={show} handed={undefined} />
      </main>
      <p class="said" role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

const desk: Desk = {
  workbook,
  series: {},
  service: "answer",
  release: () => held.splice(0).forEach((reply) => reply()),
  requests: 0,
  shown: [],
  connect: (state) => {
    connection = state;
    client.setAccess(state.kind === "connected" ? "present" : "none");
    changed();
  },
  open: (tab) => openTab(tab),
  leaveWorkbook: () => {
    environment = "browser";
    changed();
  },
  sleep: (ms) => {
    offset += ms;
  },
};
(window as unknown as { desk: Desk }).desk = desk;

const element = document.getElementById("pane");
if (element) render(<Frame />, element);
