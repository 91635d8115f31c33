import { createUserKey } from "@/lib/contract/admin/users/create-user-key";
import { findAccount } from "../account/account";
import { newKey } from "../core/api-key";
import { implement } from "../core/http/implement";
import { apiKeys } from "../core/store/tables/users";
import { keyExpiry } from "./key-expiry";
import { newRegistration } from "./registration-token";
import { requireTeamUser } from "./team-user-row";

export const createUserKeyOperation = implement(
  createUserKey,
  async ({ params, body: { name, expiresAt, registration } }, context) => {
    const { teamId } = await findAccount(context, params.teamId);
    const { id: userId } = await requireTeamUser(context, teamId, params.email);
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
