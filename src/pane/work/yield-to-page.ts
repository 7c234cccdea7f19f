/** Yields to the page, so that it can draw and handle input during long work. */
export const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
