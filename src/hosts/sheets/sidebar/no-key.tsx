import { KeyNeeded } from "../../../pane/notices/key-needed";
import type { ViewProps } from "./view";

/** What is shown while this person has no key: what does not work without one, and the way to the tab Key. */
export const NoKey = ({ show, what }: Pick<ViewProps, "show"> & { readonly what: string }) => (
  <KeyNeeded button="Add a key" go={() => show("key")}>
    There is no API key of yours yet, so {what}.
  </KeyNeeded>
);
