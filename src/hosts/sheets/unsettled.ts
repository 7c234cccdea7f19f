/** What a formula shows while it is made to ask again. */
export const ASKING_AGAIN = "asking again …";

/** What cells show that have not come to anything: Google's own text while a function runs, and ours. Whoever refers to them is calculated again afterwards. */
export const isUnsettled = (shown: unknown): boolean => shown === "Loading..." || shown === ASKING_AGAIN;
