import { useEffect, useRef, useState } from "preact/hooks";
import type { Asked, TableKind } from "../../tables/kind";
import { kindOf, TABLE_KINDS } from "../../tables/kinds";
import type { FirstRows } from "../../tables/read-table";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { useChanges } from "../hooks/use-changes";
import { Alert } from "../notices/alert";
import type { PaneHost } from "../pane-host";
import { TableFields } from "./table-fields";
import { TableList } from "./table-list";
import { TablePreview } from "./table-preview";
import type { Tables, HandedTable } from "./tables";

interface InsertTableProps {
  readonly tables: Tables;
  /** Reads rows for the preview. Never rejects. */
  readonly read: (kind: TableKind, asked: Asked, signal: AbortSignal) => Promise<FirstRows>;
  /** Whether rows can be read: there is a key. */
  readonly connected: boolean;
  /** The pause in typing after which rows are read. */
  readonly pauseMs: number;
  /** The workbook's day or moment; undefined for now. */
  readonly asOf: string | undefined;
  readonly clock: Pick<PaneHost, "now">;
  /** The selected cell. */
  readonly at: CellPlace | undefined;
  readonly start: HandedTable | undefined;
  readonly say: (sentence: string) => void;
}

type Preview =
  | { readonly kind: "none" | "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | (Extract<FirstRows, { ok: true }> & { readonly kind: "read" });

const isFilled = (kind: TableKind, asked: Asked): boolean => kind.fields.every((f) => !f.required || (asked[f.id] ?? "").trim() !== "");

/** The rows for the form as it is; waits until typing pauses. */
function usePreview({ read, connected, pauseMs, asOf }: InsertTableProps, kind: TableKind | undefined, asked: Asked): Preview {
  const [preview, set] = useState<Preview>({ kind: "none" });
  const text = JSON.stringify(asked);
  useEffect(() => {
    if (!kind || !connected || !isFilled(kind, asked)) return set({ kind: "none" });
    const controller = new AbortController();
    set({ kind: "reading" });
    const timer = setTimeout(() => {
      void read(kind, asked, controller.signal).then((rows) => {
        if (!controller.signal.aborted) set(rows.ok ? { ...rows, kind: "read" } : { kind: "failed", message: rows.message });
      });
    }, pauseMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [kind, text, asOf, connected]);
  return preview;
}

/** Inserts tables that refresh in place, and lists those of the workbook. */
export function InsertTable(props: InsertTableProps) {
  const { tables: desk, asOf, clock, at: place, start, say } = props;
  useChanges(desk);
  const [kindId, setKind] = useState(start?.kind ?? "");
  const [asked, setAsked] = useState<Asked>(start?.asked ?? {});
  const [problem, setProblem] = useState<string | undefined>();
  const kind = kindOf(kindId);
  const preview = usePreview(props, kind, asked);
  const at = place && addressOf(place);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(() => setProblem(undefined), [at, kindId, asked]);

  const insert = async () => {
    if (!kind || !place || desk.busy() !== undefined) return;
    if (!isFilled(kind, asked)) {
      const missing = kind.fields.find((f) => f.required && (asked[f.id] ?? "").trim() === "");
      return setProblem(`Fill in ${missing?.label ?? "the form"} first.`);
    }
    setProblem(undefined);
    const result = await desk.insert(kind, asked, place);
    setProblem(result.ok ? undefined : result.message);
    say(result.ok ? result.message : "");
  };

  return (
    <>
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
            from={preview.kind === "read" ? preview.from : undefined}
            asked={kind.lies ? { orientation: kind.lies, ...asked } : asked}
            change={(id, value) => setAsked({ ...asked, [id]: value })}
          />
        )}
      </form>
      {preview.kind === "reading" && <p class="quiet">Loading the first rows…</p>}
      {preview.kind === "failed" && <p class="problem">{preview.message}</p>}
      {preview.kind === "read" && <TablePreview data={preview.data} count={preview.rows} />}
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
      <Alert message={problem} />
      <TableList tables={desk} asOf={asOf} clock={clock} say={say} />
    </>
  );
}
