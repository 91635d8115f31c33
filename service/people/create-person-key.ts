import { createPersonKey } from "@/lib/contract/admin/create-person-key";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { apiKeys } from "../core/store/tables/people";
import { newKey } from "./api-key";
import { requirePerson } from "./person-row";

export const createPersonKeyOperation = implement(createPersonKey, async ({ params, body: { name } }, service) => {
  const { teamId } = await findAccount(service, params.teamId);
  const { id: userId } = await requirePerson(service, teamId, params.email);
  const { key, hash } = newKey(service.ids, "key");
  const id = service.ids.uuid();
  await service.db.insert(apiKeys).values({ id, hash, name, kind: "user", userId, createdAt: service.clock.now() });
  return { id, name, key };
});
