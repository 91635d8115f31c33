import "server-only";
import { createHash, randomBytes } from "node:crypto";

/** How long a sign-in link can be used. */
export const linkLifetimeMs = 15 * 60_000;

/** 256 random bits, in letters that need no escaping in a URL. */
export function newLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
