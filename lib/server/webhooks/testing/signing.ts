import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** Signs deliveries like a service, and returns its published key. */
export function newSigner() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    publicKey,
    headers(id: string, timestamp: string, body: string): Record<string, string> {
      const digest = createHash("sha256").update(`${id}.${timestamp}.${body}`).digest("hex");
      const signature = sign(null, Buffer.from(digest), privateKey).toString("base64");
      return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1ed,${signature}` };
    },
  };
}
