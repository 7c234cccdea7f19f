import { useEffect, useRef, useState } from "preact/hooks";
import type { Asked, TableData, TableKind } from "../../tables/kind";
import { kindOf, TABLE_KINDS } from "../../tables/kinds";
import { readTable } from "../../tables/read-table";
import { inTime } from "../../tables/steps";
import { addressOf } from "../../workbook/cell-address";
import { useChanges } from "../hooks/use-changes";
import { KeyNeeded } from "../notices/key-needed";
import type { PaneHost } from "../pane-host";
import type { TabId } from "../pane-view";
import type { Selection } from "../workbook";
import type { HandedTable } from "./handed-table";
import { tableDeskOf } from "./table-desk";
import { TableFields } from "./table-fields";
import { TableList } from "./table-list";
import { TablePreview } from "./table-preview";

interface InsertTableProps {
  readonly host: PaneHost;
  readonly selection: Selection | undefined;
  readonly start: HandedTable | undefined;
  readonly say: (sentence: string) => void;
  readonly show: (tab: TabId, what?: string) => void;
}

type Preview =
  | { readonly kind: "none" | "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "read"; readonly data: TableData };

const PAUSE_MS = 400;

const isFilled = (kind: TableKind, asked: Asked): boolean => kind.fields.every((f) => !f.required || (asked[f.id] ?? "").trim() !== "");

/** The rows for the form as it is; waits until typing pauses. */
function usePreview(host: PaneHost, kind: TableKind | undefined, asked: Asked): Preview {
  const [preview, set] = useState<Preview>({ kind: "none" });
  const asOf = host.asOf();
  const connected = host.connection().kind === "connected";
  const text = JSON.stringify(asked);
  useEffect(() => {
    if (!kind || !connected || !isFilled(kind, asked)) return set({ kind: "none" });
    const controller = new AbortController();
    set({ kind: "reading" });
    const timer = setTimeout(() => {
      const source = { asOf: host.asOf, fetch: (path: string) => host.fetch(path, controller.signal) };
      void inTime(readTable(source, kind, asked)).then((read) => {
        if (!controller.signal.aborted) set(read.ok ? { kind: "read", data: read.data } : { kind: "failed", message: read.message });
      });
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [host, kind, text, asOf, connected]);
  return preview;
}

/** Inserts tables that refresh in place, and lists those of the workbook. */
export function InsertTable({ host, selection, start, say, show }: InsertTableProps) {
  const desk = tableDeskOf(host);
  useChanges(desk);
  const [kindId, setKind] = useState(start?.kind ?? "");
  const [asked, setAsked] = useState<Asked>(start?.asked ?? {});
  const [problem, setProblem] = useState<string | undefined>();
  const kind = kindOf(kindId);
  const preview = usePreview(host, kind, asked);
  const workbook = host.workbook();
  const at = selection && addressOf(selection.active);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(() => setProblem(undefined), [at, kindId, asked]);

  if (!workbook?.blocks) return <p>No workbook is open. Tables need Excel or the workbench.</p>;

  const insert = async () => {
    if (!kind || !selection || desk.busy() !== undefined) return;
    if (!isFilled(kind, asked)) {
      const missing = kind.fields.find((f) => f.required && (asked[f.id] ?? "").trim() === "");
      return setProblem(`Fill in ${missing?.label ?? "the form"} first.`);
    }
    const result = await desk.insert(workbook, kind, asked, selection.active);
    if (result.ok) say(result.message);
    else setProblem(result.message);
  };

  return (
    <>
      {host.connection().kind === "none" && (
        <KeyNeeded button="Go to Account" go={() => show("account")}>
          No API key yet. Tables can be inserted once there is one.
        </KeyNeeded>
      )}
      <form class="table-form" noValidate onSubmit={(e) => e.preventDefault()}>
        <div class="field">
          <label for="table-kind">Table</label>
          <select id="table-kind" ref={first} value={kindId} onChange={(e) => (setKind(e.currentTarget.value), setAsked({}))}>
            <option value="">Choose…</option>
            {TABLE_KINDS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          {kind && <p class="quiet">{kind.about}</p>}
        </div>
        {kind && (
          <TableFields
            fields={kind.fields}
            asked={kind.lies ? { orientation: kind.lies, ...asked } : asked}
            change={(id, value) => setAsked({ ...asked, [id]: value })}
          />
        )}
      </form>
      {preview.kind === "reading" && <p class="quiet">Loading the first rows…</p>}
      {preview.kind === "failed" && <p class="problem">{preview.message}</p>}
      {preview.kind === "read" && <TablePreview data={preview.data} />}
      {kind && (
        <div class="buttons">
          {at ? (
            <button type="button" class="primary" aria-disabled={desk.busy() !== undefined} onClick={() => void insert()}>
              {desk.busy() === "Inserting the table" ? "Inserting…" : `Insert at ${at}`}
            </button>
          ) : (
            <p class="quiet">Select a cell to insert the table there.</p>
          )}
        </div>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <TableList host={host} workbook={workbook} say={say} />
    </>
  );
}
