import { createPrivateKey, X509Certificate } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isoOf } from "../contract/dates";

interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** What the previous certificate was, if this one replaces it. */
  readonly replaces?: string;
}

const DAYS = 365;
const RENEW_BEFORE_MS = 14 * 86_400_000;

export const certificateFiles = (folder: string) => ({
  ca: path.join(folder, "ca.crt"),
  cert: path.join(folder, "localhost.crt"),
  key: path.join(folder, "localhost.key"),
});

/** The certificate in a file; undefined if there is none, or a damaged one. */
function certificateIn(file: string): X509Certificate | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file);
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

/** True if a file has the certificate's private key. */
function isKeyOf(file: string, certificate: X509Certificate): boolean {
  const text = readFileSync(file);
  try {
    return certificate.checkPrivateKey(createPrivateKey(text));
  } catch {
    return false;
  }
}

const endOf = ({ validTo }: X509Certificate): number => Date.parse(validTo);
const lasts = (certificate: X509Certificate | undefined, now: number): boolean => certificate !== undefined && endOf(certificate) - now > RENEW_BEFORE_MS;

/** Creates this machine's certificate for https://localhost; renews it two weeks before it expires, or if a file of it is damaged. Does not make the system trust it: `npm run excel` does. */
export async function certificates(folder: string, now: number): Promise<Certificate> {
  const files = certificateFiles(folder);
  const [ca, cert] = [certificateIn(files.ca), certificateIn(files.cert)];
  const isDamaged =
    (existsSync(files.ca) && !ca) || (existsSync(files.cert) && !cert) || (existsSync(files.key) && cert !== undefined && !isKeyOf(files.key, cert));
  const replaces = isDamaged ? "was damaged" : ca && `was valid until ${isoOf(endOf(ca))}`;
  let renewed = false;
  if (isDamaged || !lasts(cert, now) || !lasts(ca, now) || !existsSync(files.key)) {
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
  `The local https certificate was renewed (the previous one ${replaces}) and is not trusted yet. For Excel, type: npm run excel. In a browser, open https://localhost:${httpsPort} and accept it.`;
