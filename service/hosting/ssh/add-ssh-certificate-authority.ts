import { addSshCertificateAuthority } from "@/lib/contract/hosting/ssh/add-ssh-certificate-authority";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { readKeyLine } from "../../ssh/public-key";
import { requireNamespace } from "../access/namespace-access";
import { sshKeyBody } from "./authority-row";

/** From now on, team members can use git over SSH with certificates signed by the key. */
export const addSshCertificateAuthorityOperation = implement(
  addSshCertificateAuthority,
  async ({ principal, params, body }, context) => {
    const namespace = await requireNamespace(context, principal, params.ownerSlug, "admin");
    const key = readKeyLine(body.publicKey, (problem) =>
      apiError.repohost("InvalidArgument", `publicKey ${problem}`, "publicKey"),
    );
    if (namespace.teamId === null) {
      throw apiError.repohost("FailedPrecondition", "Only teams can have certificate authorities");
    }
    const [row] = await context.db
      .insert(sshCertificateAuthorities)
      .values({
        id: context.ids.typed("nsca"),
        namespaceId: namespace.id,
        name: body.name,
        keyType: key.type,
        publicKey: key.blob.toString("base64"),
        fingerprint: key.fingerprint,
        createdAt: context.clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw apiError.repohost("AlreadyExists", "The owner already has this key", "publicKey");
    return sshKeyBody(row);
  },
);
