import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Network } from "../service/ingest/transport";
import { UsageError, type Io } from "./io";

/** Network settings of a command: the proxy from the environment, and the certificates from `--ca`. */
export function networkTrusting(ca: string | undefined, { cwd, env = {} }: Pick<Io, "cwd"> & Partial<Pick<Io, "env">>): Network {
  if (ca === undefined) return { env };
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, ca), "utf8");
  } catch {
    throw new UsageError(`--ca: cannot read ${ca}. Check the name; relative names start from ${cwd}.`);
  }
  try {
    new X509Certificate(text);
  } catch {
    throw new UsageError(`--ca: ${ca} is not a PEM certificate (text that begins with -----BEGIN CERTIFICATE-----).`);
  }
  return { env, ca: text };
}
