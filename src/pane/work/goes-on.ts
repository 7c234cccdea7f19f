/** Shown while a spreadsheet's script works. */
export const GOES_ON = "You can close this sidebar. This continues at Google, and the cells show the result.";
