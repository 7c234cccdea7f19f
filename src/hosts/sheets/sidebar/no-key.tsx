import { KeyNeeded } from "../../../pane/notices/key-needed";
import type { ViewProps } from "./view";

/** Notice without a key: what does not work, and a button to the tab Key. */
export const NoKey = ({ show, effect }: Pick<ViewProps, "show"> & { readonly effect: string }) => (
  <KeyNeeded button="Add a key" go={() => show("key")}>
    You have no API key yet. {effect}.
  </KeyNeeded>
);
