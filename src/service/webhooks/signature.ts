import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new signing secret, in the form of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * The headers that sign a delivery. `X-Service-Signature` signs the bytes of the body; its key is the whole text of the secret. Standard Webhooks' three headers
 * sign id, time and body; their key is the decoded bytes of the secret. `at` is the time of the attempt in milliseconds since 1970.
 */
export function signatureHeaders(secret: string, id: string, at: number, body: Buffer): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return {
    "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`,
  };
}
