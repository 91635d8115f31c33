import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";

/** How a git client signed in. `authority` is the fingerprint of the key that signed the certificate. */
export type SignInMethod = { kind: "https" } | { kind: "sshKey" } | { kind: "sshCertificate"; authority: string };

/** True for keys of users, as opposed to apps and service accounts. */
const isUserKey = (principal: Principal) => principal.kind === "user" || principal.kind === "subToken";

/**
 * Why git rejects a sign-in method for an owner's repositories, if it does. Certificates are accepted for team members if
 * the owner trusts the authority. User keys are rejected while the owner requires certificates.
 */
export async function checkSignInMethod(
  { db }: Pick<Context, "db">,
  principal: Principal,
  method: SignInMethod,
  namespaceId: string,
): Promise<string | undefined> {
  if (method.kind === "sshCertificate") {
    const [listed] = await db
      .select({ teamId: namespaces.teamId })
      .from(sshCertificateAuthorities)
      .innerJoin(namespaces, eq(namespaces.id, sshCertificateAuthorities.namespaceId))
      .where(
        and(
          eq(sshCertificateAuthorities.namespaceId, namespaceId),
          eq(sshCertificateAuthorities.fingerprint, method.authority),
        ),
      );
    const isMember = "teamId" in principal && principal.teamId === listed?.teamId;
    return isMember ? undefined : "The repository's owner doesn't accept this certificate";
  }
  if (!isUserKey(principal)) return undefined;
  const [owner] = await db
    .select({ requireCertificates: namespaces.requireCertificates })
    .from(namespaces)
    .where(eq(namespaces.id, namespaceId));
  return owner?.requireCertificates
    ? "The repository's owner requires SSH certificates. User keys aren't accepted."
    : undefined;
}
