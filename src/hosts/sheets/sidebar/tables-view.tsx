import { useEffect, useState } from "preact/hooks";
import { InsertTable } from "../../../pane/tables/insert-table";
import { readBlock } from "../../../workbook/read-block";
import { NoKey } from "./no-key";
import type { ScriptTables } from "./script-tables";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

/** Each preview is a run of the script. */
const PAUSE_MS = 1_000;
const CLOCK = { now: () => Date.now() };

/** Inserts tables, and lists those of the spreadsheet. */
export function TablesView({ run, known, asOf, say, show, tables }: ViewProps & { readonly tables: ScriptTables }) {
  const { selected, problem } = useSelected(run);
  const [unread, setUnread] = useState<string | undefined>();
  useEffect(() => void tables.load().then(setUnread), [tables]);
  const block = selected && readBlock(`${selected.address.replace(/![^!]*$/, "")}!${selected.cell}`);
  const at = block?.sheet === undefined ? undefined : { sheet: block.sheet, row: block.row, column: block.column };
  const hasKey = known.account?.hasKey === true;
  return (
    <>
      {known.account && !hasKey && <NoKey show={show} effect="Inserting and refreshing tables need one" />}
      {(unread ?? problem) && <p class="problem">{unread ?? problem}</p>}
      <InsertTable
        tables={tables}
        read={async (kind, asked) => {
          try {
            return await run("tableRows", kind.id, asked);
          } catch (e) {
            return { ok: false, message: wordsOf(e) };
          }
        }}
        connected={hasKey}
        pauseMs={PAUSE_MS}
        asOf={asOf}
        clock={CLOCK}
        at={at}
        start={undefined}
        say={say}
      />
    </>
  );
}
