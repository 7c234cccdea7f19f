import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Network } from "../service/ingest/network";
import { Mistyped, type Io } from "./io";

/** The network of a command: the environment's proxy, and the certificates of the file that --ca names. */
export function networkOf(ca: string | undefined, { cwd, env = {} }: Pick<Io, "cwd"> & Partial<Pick<Io, "env">>): Network {
  if (ca === undefined) return { env };
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, ca), "utf8");
  } catch {
    throw new Mistyped(`--ca: ${ca} cannot be read. Check the name; relative names start from ${cwd}.`);
  }
  try {
    new X509Certificate(text);
  } catch {
    throw new Mistyped(`--ca: ${ca} is no certificate in PEM (a text that begins with -----BEGIN CERTIFICATE-----).`);
  }
  return { env, ca: text };
}
