import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs what a link says, so that only this service can make one. */
export interface LinkSignature {
  sign(parts: readonly string[]): string;
  matches(parts: readonly string[], signature: string): boolean;
}

/** `encryptionKey` is the service's own; links of one purpose are signed with a key derived from it for them alone. */
export function createLinkSignature(encryptionKey: Buffer, purpose: string): LinkSignature {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", purpose, 32));
  const digest = (parts: readonly string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  return {
    sign: (parts) => digest(parts).toString("base64url"),
    matches(parts, signature) {
      const [right, given] = [digest(parts), Buffer.from(signature, "base64url")];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
