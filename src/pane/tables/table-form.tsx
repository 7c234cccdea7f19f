import { useEffect, useRef, useState } from "preact/hooks";
import { withChoices, type Asked, type TableKind } from "../../tables/kind";
import { kindOf, TABLE_KINDS } from "../../tables/kinds";
import { readTable, type FirstRows } from "../../tables/read-table";
import { inTime } from "../../tables/steps";
import { addressOf } from "../../workbook/cell-address";
import { Options } from "../fields/options";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { NoKey } from "../notices/no-key";
import type { PaneHost } from "../pane-host";
import type { Selection } from "../workbook";
import { TableFields, TablePreview } from "./table-parts";
import { TableList } from "./table-list";
import type { HandedTable, Tables } from "./tables";
import { hasTables, useTables } from "./use-tables";
import type { TabProps } from "../tab";
import { Alert, Button } from "../elements";

interface TableFormProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly selection: Selection | undefined;
  readonly start: HandedTable | undefined;
}

/** The pause in typing after which rows are read. */
const PAUSE_MS = 400;
/** Each preview is a run of the spreadsheet's script. */
const RUN_PAUSE_MS = 1_000;

const missingIn = (kind: TableKind, asked: Asked) => kind.fields.find((f) => f.required && (asked[f.id] ?? "").trim() === "");

async function readRows(host: PaneHost, kind: TableKind, asked: Asked, signal: AbortSignal): Promise<FirstRows> {
  const read = await inTime(readTable({ asOf: host.asOf, fetch: (path) => host.fetch(path, signal) }, kind, withChoices(kind, asked)));
  return read.ok ? { ...read, rows: read.data.rows.length } : read;
}

/** Inserts tables that refresh in place, and lists those of the workbook. */
function InsertTable({ host, tables: desk, selection, start, say }: Omit<TableFormProps, "show"> & { readonly tables: Tables }) {
  useChanges(desk);
  const [kindId, setKind] = useState(start?.kind ?? "");
  const [asked, setAsked] = useState<Asked>(start?.asked ?? {});
  const [problem, setProblem] = useState<string | undefined>();
  const kind = kindOf(kindId);
  const canRead = kind !== undefined && host.connection().kind === "connected" && missingIn(kind, asked) === undefined;
  const read = useLoaded((signal) => (canRead ? readRows(host, kind, asked, signal) : undefined), [kind, JSON.stringify(asked), host.asOf(), canRead], {
    pauseMs: host.spreadsheet ? RUN_PAUSE_MS : PAUSE_MS,
  });
  const place = selection?.active;
  const at = place && addressOf(place);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(() => setProblem(undefined), [at, kindId, asked]);

  const insert = async () => {
    if (!kind || !place || desk.busy() !== undefined) return;
    const missing = missingIn(kind, asked);
    if (missing) return setProblem(`Fill in ${missing.label} first.`);
    setProblem(undefined);
    const { ok, message } = await desk.insert(kind, asked, place);
    setProblem(ok ? undefined : message);
    say(ok ? message : "");
  };

  return (
    <>
      <form noValidate onSubmit={(e) => e.preventDefault()}>
        <div class="field">
          <label for="table-kind">Table</label>
          <select id="table-kind" ref={first} value={kindId} onChange={(e) => (setKind(e.currentTarget.value), setAsked({}))}>
            <option value="">Choose…</option>
            <Options of={TABLE_KINDS.map(({ id, title }) => [id, title])} />
          </select>
          {kind && <p class="quiet">{kind.about}</p>}
        </div>
        {kind && (
          <TableFields
            fields={kind.fields}
            from={read?.ok ? read.from : undefined}
            asked={kind.lies ? { orientation: kind.lies, ...asked } : asked}
            change={(id, value) => setAsked({ ...asked, [id]: value })}
          />
        )}
      </form>
      {canRead && !read && <p class="quiet">Loading the first rows…</p>}
      {read?.ok === false && <p class="problem">{read.message}</p>}
      {read?.ok && <TablePreview data={read.data} count={read.rows} />}
      {kind && !at && <p class="quiet">Select a cell to insert the table there.</p>}
      {kind && at && (
        <Button
          class="primary"
          aria-disabled={desk.busy() !== undefined}
          words={desk.busy() === "Inserting the table" ? "Inserting…" : `Insert at ${at}`}
          act={insert}
        />
      )}
      <Alert message={problem} />
      <TableList tables={desk} host={host} say={say} />
    </>
  );
}

/** The form and the list of tables in the pane. */
export function TableForm({ show, ...props }: TableFormProps) {
  const { host } = props;
  const { tables, unread } = useTables(host);
  if (!tables || !hasTables(host)) return <p>No workbook is open. Tables need Excel or the workbench.</p>;
  return (
    <>
      {host.connection().kind === "none" && <NoKey show={show}>Tables can be inserted once there is one.</NoKey>}
      {unread !== undefined && <p class="problem">{unread}</p>}
      <InsertTable {...props} tables={tables} />
    </>
  );
}
