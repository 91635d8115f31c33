import { createPublicKey } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { appSigningKeys, apps } from "../../core/store/tables/apps";

/** The required `aud` of an app's JWT. */
export const appAudience = "repohost-apps";

const maxTokenLength = 8192;
/** Tolerance for app clocks that run ahead. */
const skewSeconds = 60;

const never = z.never().optional();

/** An id as text. NUL and other control characters would reach the database, which can't store NUL. */
const id = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);

const Header = z.looseObject({
  alg: z.literal("EdDSA"),
  kid: id,
  typ: z.string().regex(/^jwt$/i).optional(),
  // Keys come only from the registry, and no critical extensions are supported.
  crit: never,
  jwk: never,
  jku: never,
  x5u: never,
  x5c: never,
  b64: never,
});

const Claims = z.looseObject({
  iss: id,
  sub: id.optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
});

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** True for text shaped like a JWT. */
export const looksLikeJwt = (text: string) => text.split(".").length === 3;

/** Header and claims, before signature verification; `undefined` if malformed. */
function decoded(token: string) {
  try {
    return { header: Header.parse(decodeProtectedHeader(token)), claims: Claims.parse(decodeJwt(token)) };
  } catch {
    return undefined;
  }
}

/** There is no limit on `exp` (contract, "App JWT"): revoking its key ends a JWT early, and tokens last 15 minutes. */
function isCurrent({ exp, iat, nbf }: z.output<typeof Claims>, now: number): boolean {
  return (
    exp > now && (iat === undefined || iat <= now + skewSeconds) && (nbf === undefined || nbf <= now + skewSeconds)
  );
}

/** The app that signed a JWT; `undefined` if the token is invalid in any way. */
export async function appOfJwt(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Extract<Principal, { kind: "app" }> | undefined> {
  if (token.length > maxTokenLength || !compact.test(token)) return undefined;
  const { header, claims } = decoded(token) ?? {};
  if (!header || !claims || !isCurrent(claims, clock.now() / 1000)) return undefined;
  if (![claims.aud].flat().includes(appAudience)) return undefined;
  if (claims.sub !== undefined && claims.sub !== claims.iss) return undefined;

  const keys = await db
    .select({ kid: appSigningKeys.kid, publicKey: appSigningKeys.publicKey })
    .from(appSigningKeys)
    .innerJoin(apps, eq(apps.id, appSigningKeys.appId))
    .where(and(eq(apps.id, claims.iss), isNull(apps.deletedAt)));
  // Some apps send their app id as the key id; then any of their keys is accepted.
  const named = keys.filter(({ kid }) => header.kid === kid || header.kid === claims.iss);
  const signed = await Promise.all(named.map(({ publicKey }) => isSignedBy(publicKey, token)));
  if (!signed.includes(true)) return undefined;
  return { kind: "app", appId: claims.iss, expiresAt: Math.floor(claims.exp * 1000) };
}

/** Whether the token was signed with an Ed25519 key (SPKI, Base64). */
function isSignedBy(publicKey: string, token: string): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  return compactVerify(token, key, { algorithms: ["EdDSA"] }).then(
    () => true,
    () => false,
  );
}
