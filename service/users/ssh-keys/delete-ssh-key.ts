import { eq } from "drizzle-orm";
import { deleteSshKey } from "@/lib/contract/admin/ssh-keys/delete-ssh-key";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { sshKeys } from "../../core/store/tables/ssh";

export const deleteSshKeyOperation = implement(deleteSshKey, async ({ params }, context) => {
  const [row] = await context.db.delete(sshKeys).where(eq(sshKeys.id, params.keyId)).returning({ id: sshKeys.id });
  if (!row) throw apiError.agents(404, "key_not_found", "SSH key not found");
  return { id: row.id };
});
