import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { WebhookAuthentication } from "@/lib/contract/dashboard/automations/automation-values";
import { openText, sealText } from "@/lib/server/sealed-text";

const purpose = "slipway automation webhooks";

export const newWebhookSecret = (): string => randomBytes(32).toString("base64url");
export const sealSecret = (secret: string, key: string): Promise<string> => sealText(secret, key, purpose);
export const openSecret = (sealed: string, key: string): Promise<string> => openText(sealed, key, purpose);

const hashKey = randomBytes(32);
const digest = (text: string) => createHmac("sha256", hashKey).update(text).digest();

/** Compares in a time that doesn't depend on the texts. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/** The token of a request, from a header or the URL. */
function tokenOf({ headers, url }: Pick<Request, "headers" | "url">): string | undefined {
  const [scheme = "", bearer] = (headers.get("authorization") ?? "").split(" ");
  if (scheme.toLowerCase() === "bearer" && bearer) return bearer;
  return headers.get("x-gitlab-token") ?? new URL(url).searchParams.get("token") ?? undefined;
}

/** The hexadecimal signature of a request's body. */
const signatureOf = (headers: Headers) =>
  headers.get("x-hub-signature-256")?.replace(/^sha256=/i, "") ?? headers.get("linear-signature") ?? undefined;

/** Whether a request shows a token or a signature. Bodies without one aren't read. */
export function hasCredentials(request: Pick<Request, "headers" | "url">, kind: WebhookAuthentication): boolean {
  return (kind === "token" ? tokenOf(request) : signatureOf(request.headers)) !== undefined;
}

/** Whether a request has the secret, or a signature of its body made with it. */
export function isAuthentic(
  request: Pick<Request, "headers" | "url">,
  body: Buffer,
  { kind, secret }: { kind: WebhookAuthentication; secret: string },
): boolean {
  if (kind === "token") return isSame(tokenOf(request) ?? "", secret);
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  return isSame((signatureOf(request.headers) ?? "").toLowerCase(), expected);
}
