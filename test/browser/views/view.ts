import type { Frame, Page } from "playwright-core";

/** A state of a page that users see. */
export interface View<T> {
  readonly name: string;
  /** Files in src whose components it shows, without the extension. */
  readonly shows: readonly string[];
  /** The status line's message in this view; none if it is left out, because messages of earlier actions go. */
  readonly says?: RegExp;
  /** Leads from the view before it to this one, as a user would. */
  readonly open: (at: T) => Promise<unknown>;
}

/** The document that a view is in. */
export interface Shown {
  readonly page: Page;
  readonly frame: Frame;
  /** Widths in pixels that the document is shown at. The first one is where the next view opens. */
  readonly widths: readonly number[];
  readonly resize: (width: number) => Promise<unknown>;
  /** Selectors of parts that belong to others. */
  readonly foreign?: readonly string[];
}
