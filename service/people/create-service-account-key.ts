import { eq } from "drizzle-orm";
import { createServiceAccountKey } from "@/lib/contract/admin/create-service-account-key";
import { implement } from "../core/http/implement";
import { refuse } from "../core/http/refusal";
import { apiKeys, serviceAccounts } from "../core/store/tables/people";
import { newKey } from "./api-key";

export const createServiceAccountKeyOperation = implement(
  createServiceAccountKey,
  async ({ params: { serviceAccountId }, body: { name, agentScoped = false } }, service) => {
    const [account] = await service.db
      .select({ id: serviceAccounts.id })
      .from(serviceAccounts)
      .where(eq(serviceAccounts.id, serviceAccountId));
    if (!account) {
      throw refuse.agents(404, "service_account_not_found", `No service account ${serviceAccountId}`);
    }
    const { key, hash } = newKey(service.ids, "sak");
    const id = service.ids.uuid();
    const createdAt = service.clock.now();
    await service.db
      .insert(apiKeys)
      .values({ id, hash, name, kind: "serviceAccount", serviceAccountId, agentScoped, createdAt });
    return { id, name, key };
  },
);
