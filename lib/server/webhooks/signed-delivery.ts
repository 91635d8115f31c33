import { createHash } from "node:crypto";

/** Maximum clock difference from the sender. */
const toleranceSeconds = 300;
/** Key rotation never needs more. */
const maxSignatures = 4;
const prefix = "v1ed,";

export interface SignedDelivery {
  id: string;
  timestamp: string;
  signatures: readonly Buffer[];
  body: Buffer;
}

/** Reads the signature headers. Returns undefined when one is missing or malformed. */
export function readSignature(headers: Headers): Omit<SignedDelivery, "body"> | undefined {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  // A dot in either would make the signed text ambiguous.
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(id) || !/^[0-9]{1,12}$/.test(timestamp)) return undefined;
  const signatures = (headers.get("webhook-signature") ?? "")
    .split(/\s+/)
    .filter((entry) => entry.startsWith(prefix))
    .slice(0, maxSignatures)
    .map((entry) => Buffer.from(entry.slice(prefix.length), "base64"));
  return signatures.length === 0 ? undefined : { id, timestamp, signatures };
}

/** Prevents replays: the time is part of the signed data. */
export function isTimely({ timestamp }: Pick<SignedDelivery, "timestamp">, nowMs: number): boolean {
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** The data signed with Ed25519: the hexadecimal SHA-256 of id, timestamp and body, joined by dots. */
export function signedMessage({ id, timestamp, body }: SignedDelivery): Buffer {
  const digest = createHash("sha256").update(`${id}.${timestamp}.`).update(body).digest("hex");
  return Buffer.from(digest, "ascii");
}
