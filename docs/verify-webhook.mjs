import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Checks that a delivery comes from the service. Copy this file into your receiver; it needs Node 18 or later and nothing else.
 *
 * @param {string} secret the signing secret, as it was shown when the webhook was created
 * @param {Uint8Array | string} body the bytes of the body as received. JSON that was parsed and written again does not verify
 * @param {string | string[] | undefined | null} signature the header X-Service-Signature
 * @returns {boolean} false also without a signature
 *
 * @example
 * if (!verifyWebhook(secret, rawBody, request.headers["x-service-signature"])) response.writeHead(401).end();
 */
export function verifyWebhook(secret, body, signature) {
  if (typeof signature !== "string") return false;
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
