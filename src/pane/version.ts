/** The add-in's version, as people tell it to whoever helps them. */
export const VERSION = "0.1.0";
