import type { ViewProps } from "./view";

/** What to do about the cells once a key is saved: none of them asks again because of it. */
export function AfterSaving({ show }: Pick<ViewProps, "show">) {
  return (
    <div class="warning">
      <p>
        Cells that show n/a or an error do not ask again by themselves: choose Refresh errors and reasons. They ask with the key of the spreadsheet's owner;
        where that is somebody else, your key does not change what they show.
      </p>
      <button type="button" onClick={() => show("refresh")}>
        Go to Refresh
      </button>
    </div>
  );
}
