import { createPersonKey } from "@/lib/contract/admin/create-person-key";
import { findAccount } from "../account/account";
import { newKey } from "../core/api-key";
import { implement } from "../core/http/implement";
import { apiKeys } from "../core/store/tables/people";
import { keyExpiry } from "./key-expiry";
import { requirePerson } from "./person-row";

export const createPersonKeyOperation = implement(
  createPersonKey,
  async ({ params, body: { name, expiresAt } }, context) => {
    const { teamId } = await findAccount(context, params.teamId);
    const { id: userId } = await requirePerson(context, teamId, params.email);
    const { key, hash } = newKey(context.ids, "key");
    const id = context.ids.uuid();
    await context.db.insert(apiKeys).values({
      ...{ id, hash, name, kind: "user", userId },
      createdAt: context.clock.now(),
      expiresAt: keyExpiry(context, expiresAt),
    });
    return { id, name, key };
  },
);
