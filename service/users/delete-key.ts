import { and, eq, inArray, isNull } from "drizzle-orm";
import { deleteKey } from "@/lib/contract/admin/users/delete-key";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { apiKeys } from "../core/store/tables/users";

/** The admin key can't be deleted, because creating a new one requires it. */
export const deleteKeyOperation = implement(deleteKey, async ({ params: { keyId } }, context) => {
  const deleted = await context.db
    .update(apiKeys)
    .set({ deletedAt: context.clock.now() })
    .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.deletedAt), inArray(apiKeys.kind, ["user", "serviceAccount"])))
    .returning({ id: apiKeys.id });
  if (deleted.length === 0) throw apiError.agents(404, "key_not_found", `Key ${keyId} not found`);
  return { id: keyId };
});
