import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/core/clock";

/** Signs the parts of a link so that only this service can issue it. */
export interface LinkSignature {
  sign(parts: readonly string[]): string;
  matches(parts: readonly string[], signature: string): boolean;
}

const dayMs = 24 * 3_600_000;

/**
 * Derives a signing key for each purpose and day from the service's encryption key. Signatures of the previous day are
 * accepted too, so a link can live for up to a day.
 */
export function createLinkSignature(encryptionKey: Buffer, purpose: string, clock: Clock): LinkSignature {
  const today = () => Math.floor(clock.now() / dayMs);
  const keyOf = (day: number) => Buffer.from(hkdfSync("sha256", encryptionKey, "", `${purpose} ${day}`, 32));
  const digest = (parts: readonly string[], day: number) =>
    createHmac("sha256", keyOf(day)).update(JSON.stringify(parts)).digest();
  return {
    sign: (parts) => digest(parts, today()).toString("base64url"),
    matches(parts, signature) {
      const received = Buffer.from(signature, "base64url");
      return [today(), today() - 1].some((day) => {
        const expected = digest(parts, day);
        return received.length === expected.length && timingSafeEqual(received, expected);
      });
    },
  };
}
