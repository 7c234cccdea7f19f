import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { readBody } from "../core/read-body";
import { storeIdOf } from "../service/sqlite/open-file";

/** True if a process with this number runs, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Written to the data folder by a running service, so that other commands use it instead of starting another. */
interface Running {
  readonly url: string;
  /** Port for Excel. */
  readonly httpsPort: number;
  readonly pid: number;
  /** Identifies the database: a copied folder contains this file too. */
  readonly store: string;
  /** Proves that the service wrote the file. New at each start; only the owner of the data folder can read it. */
  readonly secret: string;
}

const SECRET = /^[0-9a-f]{64}$/;
const PROOF_PATH = "/local/proof";
const PATIENCE_MS = 2_000;

const file = (folder: string): string => path.join(folder, "running.json");

export const newRunSecret = (): string => randomBytes(32).toString("hex");

/** Writes the file with mode 600. Renames it into place, so that an existing file's mode does not survive. */
export function writeRunningFile(folder: string, running: Running): void {
  const draft = `${file(folder)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600, flag: "wx" });
  renameSync(draft, file(folder));
}

export function removeRunningFile(folder: string, pid: number): void {
  if (readRunning(folder)?.pid === pid) rmSync(file(folder), { force: true });
}

/**
 * Reads `running.json`. Undefined if it is missing or incomplete, belongs to another database, or its process has ended. Another program may use the address
 * by now; `runningService` checks that.
 */
export function readRunning(folder: string): Running | undefined {
  if (!existsSync(file(folder))) return undefined;
  try {
    const { url, httpsPort, pid, store, secret } = JSON.parse(readFileSync(file(folder), "utf8")) as Partial<Running>;
    if (typeof url !== "string" || !/^http:\/\/localhost:\d+$/.test(url) || typeof pid !== "number") return undefined;
    if (typeof store !== "string" || store !== storeIdOf(path.join(folder, "service.db"))) return undefined;
    if (typeof secret !== "string" || !SECRET.test(secret)) return undefined;
    // A killed service leaves the file behind. Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return { url, httpsPort: Number(httpsPort), pid, store, secret };
  } catch {
    // Incomplete, or the process is gone: treat as missing.
    return undefined;
  }
}

/** The address is part of the proof: a program at another address cannot pass on the proof of the real service. */
const proofOf = ({ secret, url }: Pick<Running, "secret" | "url">, nonce: string): string =>
  createHmac("sha256", secret).update(`${url}\n${nonce}`).digest("hex");

/** Lets other commands check that this service wrote the file. */
export function answerProof(app: FastifyInstance, { secret, url }: { readonly secret: string; readonly url: () => string }): void {
  const body = Type.Object({ nonce: Type.String({ pattern: SECRET.source }) });
  app.post<{ Body: { nonce: string } }>(PROOF_PATH, { schema: { hide: true, body } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return { proof: proofOf({ secret, url: url() }, request.body.nonce) };
  });
}

async function proves(running: Running): Promise<boolean> {
  const nonce = newRunSecret();
  const reply = await fetch(`${running.url}${PROOF_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ nonce }),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const proof = reply.ok ? (JSON.parse(await readBody(reply.body, new TextDecoder())) as { proof?: unknown }).proof : undefined;
  if (typeof proof !== "string" || !SECRET.test(proof)) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(running, nonce)));
}

/**
 * The service that runs on this data folder, after it has proved that it wrote the file. The file of a killed service may name a port that another
 * program uses now; no key is sent before this check.
 */
export async function runningService(folder: string): Promise<Running | undefined> {
  const noted = readRunning(folder);
  if (!noted) return undefined;
  try {
    return (await proves(noted)) ? noted : undefined;
  } catch {
    // Nothing listens there, or it timed out, or it is another program.
    return undefined;
  }
}
