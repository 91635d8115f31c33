import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs the parts of a link so that only this service can issue it. */
export interface LinkSignature {
  sign(parts: readonly string[]): string;
  matches(parts: readonly string[], signature: string): boolean;
}

/** Derives a separate signing key for each purpose from the service's encryption key. */
export function createLinkSignature(encryptionKey: Buffer, purpose: string): LinkSignature {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", purpose, 32));
  const digest = (parts: readonly string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  return {
    sign: (parts) => digest(parts).toString("base64url"),
    matches(parts, signature) {
      const [expected, given] = [digest(parts), Buffer.from(signature, "base64url")];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
