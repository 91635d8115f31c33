import { createHash, sign } from "node:crypto";
import type { ServiceKey } from "../signing/service-keys";

/**
 * The value of `webhook-signature`: Ed25519 over the hexadecimal SHA-256 of id, timestamp and body, joined by dots
 * (contract, section 1.3).
 */
export function webhookSignature(
  key: ServiceKey,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  const digest = createHash("sha256").update(`${id}.${timestamp}.${body}`).digest("hex");
  return `v1ed,${sign(null, Buffer.from(digest, "ascii"), key.privateKey).toString("base64")}`;
}
