import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";

/** How somebody signed in to use git. `authority`: fingerprint of the key that signed their certificate. */
export type SignInWay = { kind: "https" } | { kind: "sshKey" } | { kind: "sshCertificate"; authority: string };

/** True for what stands for a person by itself; tokens of apps and service accounts do not. */
const isUserKey = (principal: Principal) => principal.kind === "user" || principal.kind === "subToken";

/**
 * Why git on an owner's repositories does not take the way somebody signed in. A certificate is good where its authority
 * is listed, for members of the team; keys of users are good nowhere while the owner requires certificates.
 */
export async function signInObjection(
  { db }: Pick<Context, "db">,
  principal: Principal,
  way: SignInWay,
  namespaceId: string,
): Promise<string | undefined> {
  if (way.kind === "sshCertificate") {
    const [listed] = await db
      .select({ teamId: namespaces.teamId })
      .from(sshCertificateAuthorities)
      .innerJoin(namespaces, eq(namespaces.id, sshCertificateAuthorities.namespaceId))
      .where(
        and(
          eq(sshCertificateAuthorities.namespaceId, namespaceId),
          eq(sshCertificateAuthorities.fingerprint, way.authority),
        ),
      );
    const isMember = "teamId" in principal && principal.teamId === listed?.teamId;
    return isMember ? undefined : "The owner of the repository does not take this certificate";
  }
  if (!isUserKey(principal)) return undefined;
  const [owner] = await db
    .select({ requireCertificates: namespaces.requireCertificates })
    .from(namespaces)
    .where(eq(namespaces.id, namespaceId));
  return owner?.requireCertificates
    ? "The owner of the repository requires SSH certificates: keys of users are not taken"
    : undefined;
}
