import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities, sshKeys } from "../../core/store/tables/ssh";
import { users } from "../../core/store/tables/users";
import { isAllowedFrom, isCertificateType, isCurrent, parseCertificate } from "../../ssh/certificate";
import { InvalidKeyError, parseKeyBlob, type SshPublicKey } from "../../ssh/public-key";
import type { SignInMethod } from "../ssh/sign-in-method";

type Dependencies = Pick<Context, "db" | "clock">;

/** A caller and the key whose possession they have to prove. */
export interface SshCaller {
  principal: Principal;
  method: SignInMethod;
  key: SshPublicKey;
}

function userPrincipal(user: { id: number; teamId: number }, key: { id: string; name: string; createdAt: number }) {
  const { id: userId, teamId } = user;
  return { kind: "user", userId, teamId, keyId: key.id, keyName: key.name, keyCreatedAt: key.createdAt } as const;
}

async function byKey({ db }: Dependencies, blob: Buffer): Promise<SshCaller | undefined> {
  const key = parseKeyBlob(blob);
  const [row] = await db
    .select({ user: users, key: sshKeys })
    .from(sshKeys)
    .innerJoin(users, eq(users.id, sshKeys.userId))
    .where(and(eq(sshKeys.fingerprint, key.fingerprint), eq(users.isActive, true)));
  return row && { principal: userPrincipal(row.user, row.key), method: { kind: "sshKey" }, key };
}

/**
 * The certificate's principals name the member it was issued to, by user id or email, in a team that trusts the authority.
 * A certificate that matches several members is rejected as ambiguous.
 */
async function byCertificate(
  { db, clock }: Dependencies,
  blob: Buffer,
  address: string,
): Promise<SshCaller | undefined> {
  const certificate = parseCertificate(blob);
  if (!isCurrent(certificate, clock.now()) || !isAllowedFrom(certificate, address)) return undefined;
  const names = certificate.principals.filter((name) => name !== "" && !name.includes("\0"));
  if (names.length === 0) return undefined;
  const authority = certificate.authority.fingerprint;
  const found = await db
    .selectDistinct({ id: users.id, teamId: users.teamId })
    .from(sshCertificateAuthorities)
    .innerJoin(namespaces, eq(namespaces.id, sshCertificateAuthorities.namespaceId))
    .innerJoin(users, eq(users.teamId, namespaces.teamId))
    .where(
      and(
        eq(sshCertificateAuthorities.fingerprint, authority),
        eq(users.isActive, true),
        or(
          inArray(users.actorId, names),
          inArray(
            sql`lower(${users.email})`,
            names.map((name) => name.toLowerCase()),
          ),
        ),
      ),
    )
    .limit(2);
  const [user] = found;
  if (!user || found.length > 1) return undefined;
  const { key, keyId } = certificate;
  const principal = userPrincipal(user, { id: key.fingerprint, name: keyId, createdAt: clock.now() });
  return { principal, method: { kind: "sshCertificate", authority }, key };
}

/**
 * The caller identified by an SSH public key or certificate, or `undefined`. Doesn't prove that the client holds the
 * private key.
 */
export async function findSshCaller(
  dependencies: Dependencies,
  presented: { algorithm: string; blob: Buffer; address: string },
): Promise<SshCaller | undefined> {
  try {
    return isCertificateType(presented.algorithm)
      ? await byCertificate(dependencies, presented.blob, presented.address)
      : await byKey(dependencies, presented.blob);
  } catch (error) {
    if (error instanceof InvalidKeyError) return undefined;
    throw error;
  }
}
