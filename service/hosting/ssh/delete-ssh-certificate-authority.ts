import { and, eq } from "drizzle-orm";
import { deleteSshCertificateAuthority } from "@/lib/contract/hosting/ssh/delete-ssh-certificate-authority";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { requireNamespace } from "../access/namespace-access";

/** The authority is looked up on every use, so its certificates stop working immediately. */
export const deleteSshCertificateAuthorityOperation = implement(
  deleteSshCertificateAuthority,
  async ({ principal, params }, context) => {
    const { id: namespaceId } = await requireNamespace(context, principal, params.ownerSlug, "admin");
    await context.db.transaction(async (tx) => {
      // Lock the owner, so that certificates can't become required while the last authority is deleted.
      const [owner] = await tx.select().from(namespaces).where(eq(namespaces.id, namespaceId)).for("update");
      const listed = await tx
        .select({ id: sshCertificateAuthorities.id })
        .from(sshCertificateAuthorities)
        .where(eq(sshCertificateAuthorities.namespaceId, namespaceId));
      const id = params.certificateAuthorityId;
      if (!listed.some((each) => each.id === id)) {
        throw apiError.repohost("NotFound", "SSH certificate authority not found");
      }
      if (owner?.requireCertificates && listed.length === 1) {
        throw apiError.repohost(
          "FailedPrecondition",
          "The last authority can't be deleted while certificates are required",
        );
      }
      await tx
        .delete(sshCertificateAuthorities)
        .where(and(eq(sshCertificateAuthorities.namespaceId, namespaceId), eq(sshCertificateAuthorities.id, id)));
    });
    return undefined;
  },
);
