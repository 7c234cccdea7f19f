import { version } from "../../../package.json";

/** Set by `scripts/commands.mjs` when it builds the commands; blank if the sources are in no git checkout. Tests are built without it. */
declare const SERVICE_COMMIT: string | undefined;

/** The version of the package, for the status and the OpenAPI document. */
export const VERSION: string = version;

/** The commit that the program was built from. Undefined if that is not known. */
export const COMMIT: string | undefined = typeof SERVICE_COMMIT === "undefined" || SERVICE_COMMIT === "" ? undefined : SERVICE_COMMIT;

/** Version and commit in words: two builds of one version differ in their commit. */
export const BUILD: string = COMMIT === undefined ? VERSION : `${VERSION} (commit ${COMMIT})`;
