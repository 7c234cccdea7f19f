import { X509Certificate } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isoOf } from "../contract/dates";

interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** Last day of the previous certificate, if this one replaces it. */
  readonly replaces?: string;
}

const DAYS = 365;
const RENEW_BEFORE_MS = 14 * 86_400_000;

export const certificateFiles = (folder: string) => ({
  ca: path.join(folder, "ca.crt"),
  cert: path.join(folder, "localhost.crt"),
  key: path.join(folder, "localhost.key"),
});

const endOf = (file: string): number => Date.parse(new X509Certificate(readFileSync(file)).validTo);
const usable = (file: string, now: number): boolean => existsSync(file) && endOf(file) - now > RENEW_BEFORE_MS;

/** Creates this machine's certificate for https://localhost; renews it two weeks before it expires. Does not make the system trust it: `npm run excel` does. */
export async function certificates(folder: string, now: number): Promise<Certificate> {
  const files = certificateFiles(folder);
  const replaces = existsSync(files.ca) ? isoOf(endOf(files.ca)) : undefined;
  let renewed = false;
  if (!usable(files.cert, now) || !usable(files.ca, now) || !existsSync(files.key)) {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    const { generateCertificates } = await import("office-addin-dev-certs");
    // The package prints a line per file; `npm start` prints its own messages.
    /* oxlint-disable no-console */
    const log = console.log;
    console.log = () => undefined;
    try {
      await generateCertificates(files.ca, files.cert, files.key, DAYS, ["localhost", "127.0.0.1"]);
    } finally {
      console.log = log;
    }
    /* oxlint-enable no-console */
    chmodSync(files.key, 0o600);
    renewed = true;
  }
  return {
    ca: readFileSync(files.ca, "utf8"),
    cert: readFileSync(files.cert, "utf8"),
    key: readFileSync(files.key, "utf8"),
    ...(renewed && replaces !== undefined ? { replaces } : {}),
  };
}

/** Message of `npm start` after a renewal: users have to trust the new certificate. */
export const renewalLine = ({ replaces }: Certificate, httpsPort: number): string | undefined =>
  replaces &&
  `The local https certificate was renewed (the previous one was valid until ${replaces}) and is not trusted yet. For Excel, type: npm run excel. In a browser, open https://localhost:${httpsPort} and accept it.`;
