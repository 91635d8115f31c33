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
export const appJwtSkewSeconds = 60;
/** A leaked JWT is valid until it expires or its key is revoked. */
export const maxAppJwtLifetimeSeconds = 3_600;

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

/** Accepts an expiry of at most one hour ahead, by either clock. */
function isCurrent({ exp, iat, nbf }: z.output<typeof Claims>, now: number): boolean {
  const latest = now + appJwtSkewSeconds;
  return exp > now && exp <= latest + maxAppJwtLifetimeSeconds && (iat ?? 0) <= latest && (nbf ?? 0) <= latest;
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

  const [key] = await db
    .select({ publicKey: appSigningKeys.publicKey })
    .from(appSigningKeys)
    .innerJoin(apps, eq(apps.id, appSigningKeys.appId))
    .where(and(eq(apps.id, claims.iss), eq(appSigningKeys.kid, header.kid), isNull(apps.deletedAt)));
  if (!key || !(await isSignedBy(key.publicKey, token))) return undefined;
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
