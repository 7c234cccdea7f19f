import { X509Certificate } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isoOf } from "../contract/dates";

interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** The last day of the certificate that this one replaces, if it replaces one. */
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

/** This machine's own certificate for https://localhost, renewed two weeks before it ends. Nothing is trusted by making it: `npm run excel` asks for that. */
export async function certificates(folder: string, now: number): Promise<Certificate> {
  const files = certificateFiles(folder);
  const replaces = existsSync(files.ca) ? isoOf(endOf(files.ca)) : undefined;
  let renewed = false;
  if (!usable(files.cert, now) || !usable(files.ca, now) || !existsSync(files.key)) {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    const { generateCertificates } = await import("office-addin-dev-certs");
    // The package prints a line for each file to the console; the start has its own words.
    /* eslint-disable no-console */
    const log = console.log;
    console.log = () => undefined;
    try {
      await generateCertificates(files.ca, files.cert, files.key, DAYS, ["localhost", "127.0.0.1"]);
    } finally {
      console.log = log;
    }
    /* eslint-enable no-console */
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

/** What the start says of a certificate that replaces another: whoever trusted that one has to trust this one. */
export const renewalLine = ({ replaces }: Certificate, httpsPort: number): string | undefined =>
  replaces &&
  `The local https certificate is new: the previous one was valid until ${replaces}. Nothing trusts the new one yet. For Excel, type: npm run excel. In a browser, open https://localhost:${httpsPort} and accept it.`;
