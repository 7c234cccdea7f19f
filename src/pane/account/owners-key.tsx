import { Notice } from "../notices/notice";
import type { TabProps } from "../tab";

interface OwnersKeyProps extends Pick<TabProps, "show"> {
  /** False if the script was built without the service's address. */
  readonly isBuilt: boolean;
  /** True after a key was saved. */
  readonly isNew: boolean;
}

/** Whose key the cells of a spreadsheet use, and what to do after a key is saved, because its cells do not recalculate by themselves. */
export function OwnersKey({ isBuilt, isNew, show }: OwnersKeyProps) {
  return (
    <>
      {!isBuilt && (
        <div class="warning">
          <p>This script was built without a service address. Build it with one and push it again:</p>
          <p>
            <code>
              npm run sheets:build -- <span class="piece">--base-url https://…</span>
            </code>
          </p>
        </div>
      )}
      <p>
        Cells always use the key of the spreadsheet's owner. Your key is used when you refresh, view sources or preview formulas, and in cells if you own the
        spreadsheet.
      </p>
      {isNew && (
        <Notice button="Go to Refresh" act={() => show("refresh", "problems")}>
          Cells that show n/a or an error do not update automatically: refresh errors and reasons. If somebody else owns the spreadsheet, your key does not
          change its cells.
        </Notice>
      )}
    </>
  );
}
