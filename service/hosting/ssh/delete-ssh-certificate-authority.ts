import { and, eq } from "drizzle-orm";
import { deleteSshCertificateAuthority } from "@/lib/contract/hosting/delete-ssh-certificate-authority";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { requireNamespace } from "../access/namespace-access";

/** Each use of a certificate looks its authority up, so what this one signed stops working at once. */
export const deleteSshCertificateAuthorityOperation = implement(
  deleteSshCertificateAuthority,
  async ({ principal, params }, context) => {
    const { id: namespaceId } = await requireNamespace(context, principal, params.ownerSlug, "admin");
    await context.db.transaction(async (tx) => {
      // Under the owner's lock, so that the last authority can't go while certificates become required.
      const [owner] = await tx.select().from(namespaces).where(eq(namespaces.id, namespaceId)).for("update");
      const listed = await tx
        .select({ id: sshCertificateAuthorities.id })
        .from(sshCertificateAuthorities)
        .where(eq(sshCertificateAuthorities.namespaceId, namespaceId));
      const id = params.certificateAuthorityId;
      if (!listed.some((each) => each.id === id)) {
        throw refuse.repohost("NotFound", "SSH certificate authority not found");
      }
      if (owner?.requireCertificates && listed.length === 1) {
        throw refuse.repohost("FailedPrecondition", "Certificates are required, and this is the last authority");
      }
      await tx
        .delete(sshCertificateAuthorities)
        .where(and(eq(sshCertificateAuthorities.namespaceId, namespaceId), eq(sshCertificateAuthorities.id, id)));
    });
    return undefined;
  },
);
