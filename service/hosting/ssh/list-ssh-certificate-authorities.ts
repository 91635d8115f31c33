import { desc, eq } from "drizzle-orm";
import { listSshCertificateAuthorities } from "@/lib/contract/hosting/ssh/list-ssh-certificate-authorities";
import { implement } from "../../core/http/implement";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { requireNamespace } from "../access/namespace-access";
import { sshKeyBody } from "./authority-row";

export const listSshCertificateAuthoritiesOperation = implement(
  listSshCertificateAuthorities,
  async ({ principal, params }, context) => {
    const { id, requireCertificates } = await requireNamespace(context, principal, params.ownerSlug, "read");
    const rows = await context.db
      .select()
      .from(sshCertificateAuthorities)
      .where(eq(sshCertificateAuthorities.namespaceId, id))
      .orderBy(desc(sshCertificateAuthorities.createdAt), desc(sshCertificateAuthorities.id));
    return { requireCertificates, certificateAuthorities: rows.map(sshKeyBody) };
  },
);
