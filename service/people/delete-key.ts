import { and, eq, inArray, isNull } from "drizzle-orm";
import { deleteKey } from "@/lib/contract/admin/delete-key";
import { implement } from "../core/http/implement";
import { refuse } from "../core/http/refusal";
import { apiKeys } from "../core/store/tables/people";

/** The key of administrators is none of these: without it nobody could make another. */
export const deleteKeyOperation = implement(deleteKey, async ({ params: { keyId } }, context) => {
  const ended = await context.db
    .update(apiKeys)
    .set({ deletedAt: context.clock.now() })
    .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.deletedAt), inArray(apiKeys.kind, ["user", "serviceAccount"])))
    .returning({ id: apiKeys.id });
  if (ended.length === 0) throw refuse.agents(404, "key_not_found", `No key ${keyId}`);
  return { id: keyId };
});
