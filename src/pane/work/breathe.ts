/** Lets the page draw and take input before long work goes on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
