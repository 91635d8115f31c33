import "server-only";
import { createHash, randomBytes } from "node:crypto";

const prefix = "slipway_";

/** 256 random bits. The prefix lets scanners and the masking of secrets recognize it. */
export function newApiToken(): string {
  return prefix + randomBytes(32).toString("base64url");
}

export function hashApiToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The bearer token of a request, if any. */
export function bearerToken(headers: Headers): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token;
}

/** True for text in the form of an API token. Reverse proxies add other bearer tokens to the requests of browsers. */
export const isApiToken = (text: string) => text.startsWith(prefix);
