import type { ViewProps } from "./view";

/** What stands where a key is needed and there is none: what does not work without, and the way to one. */
export function KeyNeeded({ show, what }: Pick<ViewProps, "show"> & { readonly what: string }) {
  return (
    <div class="warning">
      <p>There is no API key of yours yet, so {what}.</p>
      <button type="button" onClick={() => show("key")}>
        Add a key
      </button>
    </div>
  );
}
