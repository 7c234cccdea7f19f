/** The add-in's version, shown in Settings and diagnostics. */
export const ADDIN_VERSION = "0.1.0";
