import type { ComponentChildren } from "preact";
import type { TabProps } from "../tab";
import { Notice } from "./notice";

/** Says that there is no key, and what it is for. */
export const NoKey = ({ show, children }: Pick<TabProps, "show"> & { readonly children: ComponentChildren }) => (
  <Notice button="Go to Account" act={() => show("account")}>
    No API key yet. {children}
  </Notice>
);
