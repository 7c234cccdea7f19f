import type { ComponentChildren } from "preact";

/** A link to a page of the add-in, beside the pane. */
export const PageLink = ({ page, children }: { readonly page: "help" | "privacy" | "support"; readonly children: ComponentChildren }) => (
  <a href={`${page}.html`} target="_blank" rel="noreferrer">
    {children}
  </a>
);
