import { withChoices } from "../../tables/kind";
import { readTable } from "../../tables/read-table";
import { inTime } from "../../tables/steps";
import { Notice } from "../notices/notice";
import type { PaneHost } from "../pane-host";
import type { TabId } from "../pane-view";
import type { Selection } from "../workbook";
import type { HandedTable } from "./tables";
import { InsertTable } from "./insert-table";
import { hasTables, useTables } from "./use-tables";

interface TableFormProps {
  readonly host: PaneHost;
  readonly selection: Selection | undefined;
  readonly start: HandedTable | undefined;
  readonly say: (sentence: string) => void;
  readonly show: (tab: TabId, what?: string) => void;
}

const PAUSE_MS = 400;
/** Each preview is a run of the spreadsheet's script. */
const RUN_PAUSE_MS = 1_000;

/** The form and the list of tables in the pane. */
export function TableForm({ host, selection, start, say, show }: TableFormProps) {
  const { tables, unread } = useTables(host);
  if (!tables || !hasTables(host)) return <p>No workbook is open. Tables need Excel or the workbench.</p>;
  const connection = host.connection().kind;
  return (
    <>
      {connection === "none" && (
        <Notice button="Go to Account" act={() => show("account")}>
          No API key yet. Tables can be inserted once there is one.
        </Notice>
      )}
      {unread !== undefined && <p class="problem">{unread}</p>}
      <InsertTable
        tables={tables}
        read={async (kind, asked, signal) => {
          const read = await inTime(readTable({ asOf: host.asOf, fetch: (path) => host.fetch(path, signal) }, kind, withChoices(kind, asked)));
          return read.ok ? { ...read, rows: read.data.rows.length } : read;
        }}
        connected={connection === "connected"}
        pauseMs={host.spreadsheet ? RUN_PAUSE_MS : PAUSE_MS}
        asOf={host.asOf()}
        clock={host}
        at={selection?.active}
        start={start}
        say={say}
      />
    </>
  );
}
