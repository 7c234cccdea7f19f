/** What a wrapped formula shows during a refresh. Never change it: cells of an interrupted refresh contain it. */
export const ASKING_AGAIN = "asking again …";

/** True for what a cell shows while it loads: Google's text, or ours. Cells that refer to it recalculate later. */
export const isUnsettled = (shown: unknown): boolean => shown === "Loading..." || shown === ASKING_AGAIN;
