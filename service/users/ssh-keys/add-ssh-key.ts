import { addSshKey } from "@/lib/contract/admin/ssh-keys/add-ssh-key";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { sshKeys } from "../../core/store/tables/ssh";
import { sshKeyBody } from "../../hosting/ssh/authority-row";
import { readKeyLine } from "../../ssh/public-key";
import { requireUser } from "./find-user";

/** Adds an SSH key to a user. Throws 409 if any user already has it. */
export const addSshKeyOperation = implement(addSshKey, async ({ params, body }, context) => {
  const user = await requireUser(context, params.email);
  const key = readKeyLine(body.publicKey, (problem) => apiError.field("publicKey", problem));
  const [row] = await context.db
    .insert(sshKeys)
    .values({
      id: context.ids.typed("sshk"),
      userId: user.id,
      name: body.name,
      keyType: key.type,
      publicKey: key.blob.toString("base64"),
      fingerprint: key.fingerprint,
      createdAt: context.clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw apiError.agents(409, "already_exists", "This key is already in use", "publicKey");
  return sshKeyBody(row);
});
