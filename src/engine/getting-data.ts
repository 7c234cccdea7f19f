/** What the engine shows for a value that is being fetched; for everybody else it is `#BUSY!`. */
export const GETTING_DATA = "#GETTING_DATA";
