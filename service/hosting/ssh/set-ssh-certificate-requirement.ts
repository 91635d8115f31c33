import { eq } from "drizzle-orm";
import { setSshCertificateRequirement } from "@/lib/contract/hosting/ssh/set-ssh-certificate-requirement";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { requireNamespace } from "../access/namespace-access";

/** While certificates are required, git rejects user keys over both SSH and HTTPS. */
export const setSshCertificateRequirementOperation = implement(
  setSshCertificateRequirement,
  async ({ principal, params, body }, context) => {
    const { id } = await requireNamespace(context, principal, params.ownerSlug, "admin");
    const { requireCertificates } = body;
    await context.db.transaction(async (tx) => {
      await tx.select({ id: namespaces.id }).from(namespaces).where(eq(namespaces.id, id)).for("update");
      if (requireCertificates) {
        const [listed] = await tx
          .select({ id: sshCertificateAuthorities.id })
          .from(sshCertificateAuthorities)
          .where(eq(sshCertificateAuthorities.namespaceId, id))
          .limit(1);
        if (!listed)
          throw apiError.repohost("FailedPrecondition", "Add a certificate authority before requiring certificates");
      }
      await tx.update(namespaces).set({ requireCertificates }).where(eq(namespaces.id, id));
    });
    return { requireCertificates };
  },
);
