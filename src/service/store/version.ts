import { version } from "../../../package.json";

/** The version of the package, for the status and the OpenAPI document. */
export const VERSION: string = version;
