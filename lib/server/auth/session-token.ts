import "server-only";
import { decode } from "next-auth/jwt";
import { z } from "zod";

/** Claims of a session token. The role is always read from the database. */
export const SessionToken = z.object({
  sessionId: z.uuid(),
  userId: z.uuid(),
  sessionVersion: z.number().int(),
});
export type SessionToken = z.infer<typeof SessionToken>;

/**
 * Browsers share cookies between the ports of a host, so each port gets its own cookie name. Over HTTPS, the prefix keeps
 * other hosts of the domain from setting it.
 */
export function sessionCookieName(webUrl: string): string {
  const { protocol, port } = new URL(webUrl);
  return protocol === "https:" ? "__Host-slipway.session" : `slipway.session${port ? `.${port}` : ""}`;
}

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers, webUrl: string): boolean {
  const start = `${sessionCookieName(webUrl)}=`;
  return (headers.get("cookie") ?? "").split(";").some((cookie) => cookie.trimStart().startsWith(start));
}

/** Reads a session token; `undefined` if it is forged, expired or malformed. */
export async function readSessionToken(token: string, secret: string): Promise<SessionToken | undefined> {
  const decoded = await decode({ token, secret }).catch(() => null);
  const parsed = SessionToken.safeParse(decoded);
  return parsed.success ? parsed.data : undefined;
}
