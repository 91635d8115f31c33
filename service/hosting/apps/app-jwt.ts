import { createPublicKey } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { appSigningKeys, apps } from "../../core/store/tables/apps";

/** Whom a JWT of an app is meant for. */
export const appAudience = "repohost-apps";

const longestToken = 8192;
/** Clocks of apps may be a little ahead. */
const skewSeconds = 60;
/** A JWT that would be good for longer is no short-lived one. */
const longestLifeSeconds = 3600;

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
  // Keys come from the registry alone, and no extension is understood.
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

/** True for text that could only be a JWT. */
export const looksLikeJwt = (text: string) => text.split(".").length === 3;

/** Header and claims, before the signature is verified; `undefined` when they don't have their form. */
function decoded(token: string) {
  try {
    return { header: Header.parse(decodeProtectedHeader(token)), claims: Claims.parse(decodeJwt(token)) };
  } catch {
    return undefined;
  }
}

function isCurrent({ exp, iat, nbf }: z.output<typeof Claims>, now: number): boolean {
  return (
    exp > now &&
    exp <= now + longestLifeSeconds + skewSeconds &&
    (iat === undefined || iat <= now + skewSeconds) &&
    (nbf === undefined || nbf <= now + skewSeconds)
  );
}

/** The app that signed a JWT; `undefined` when anything about it is not as it must be. */
export async function appOfJwt(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
): Promise<Extract<Principal, { kind: "app" }> | undefined> {
  if (token.length > longestToken || !compact.test(token)) return undefined;
  const { header, claims } = decoded(token) ?? {};
  if (!header || !claims || !isCurrent(claims, clock.now() / 1000)) return undefined;
  if (![claims.aud].flat().includes(appAudience)) return undefined;
  if (claims.sub !== undefined && claims.sub !== claims.iss) return undefined;

  const keys = await db
    .select({ kid: appSigningKeys.kid, publicKey: appSigningKeys.publicKey })
    .from(appSigningKeys)
    .innerJoin(apps, eq(apps.id, appSigningKeys.appId))
    .where(and(eq(apps.id, claims.iss), isNull(apps.deletedAt)));
  // Some apps send their id as the key id: then any of their keys may have signed.
  const named = keys.filter(({ kid }) => header.kid === kid || header.kid === claims.iss);
  const signed = await Promise.all(named.map(({ publicKey }) => isSignedBy(publicKey, token)));
  if (!signed.includes(true)) return undefined;
  return { kind: "app", appId: claims.iss, expiresAt: Math.floor(claims.exp * 1000) };
}

/** Whether an Ed25519 key (SPKI, Base64) signed the token. */
function isSignedBy(publicKey: string, token: string): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  return compactVerify(token, key, { algorithms: ["EdDSA"] }).then(
    () => true,
    () => false,
  );
}
