import { createPersonKey } from "@/lib/contract/admin/people/create-person-key";
import { findAccount } from "../account/account";
import { newKey } from "../core/api-key";
import { implement } from "../core/http/implement";
import { apiKeys } from "../core/store/tables/people";
import { keyExpiry } from "./key-expiry";
import { requirePerson } from "./person-row";
import { newRegistration } from "./registration-token";

export const createPersonKeyOperation = implement(
  createPersonKey,
  async ({ params, body: { name, expiresAt, registration } }, context) => {
    const { teamId } = await findAccount(context, params.teamId);
    const { id: userId } = await requirePerson(context, teamId, params.email);
    const limited = registration && (await newRegistration(context, registration));
    const { key, hash } = newKey(context.ids, limited?.prefix ?? "key");
    const id = context.ids.uuid();
    await context.db.insert(apiKeys).values({
      id,
      hash,
      name,
      kind: "user",
      userId,
      createdAt: context.clock.now(),
      expiresAt: keyExpiry(context, expiresAt),
      ...limited?.row,
    });
    return { id, name, key, ...limited?.response };
  },
);
