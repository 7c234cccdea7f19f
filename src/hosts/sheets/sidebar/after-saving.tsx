import type { ViewProps } from "./view";

/** What to do after a key is saved, because cells do not recalculate by themselves. */
export function AfterSaving({ show }: Pick<ViewProps, "show">) {
  return (
    <div class="warning">
      <p>
        Cells that show n/a or an error do not update automatically: choose Refresh errors and reasons. Cells use the key of the spreadsheet's owner; if that is
        somebody else, your key does not change them.
      </p>
      <button type="button" onClick={() => show("refresh")}>
        Go to Refresh
      </button>
    </div>
  );
}
