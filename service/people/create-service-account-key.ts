import { eq } from "drizzle-orm";
import { createServiceAccountKey } from "@/lib/contract/admin/create-service-account-key";
import { newKey } from "../core/api-key";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { apiKeys, serviceAccounts } from "../core/store/tables/people";

export const createServiceAccountKeyOperation = implement(
  createServiceAccountKey,
  async ({ params: { serviceAccountId }, body: { name, agentScoped = false } }, context) => {
    const [account] = await context.db
      .select({ id: serviceAccounts.id })
      .from(serviceAccounts)
      .where(eq(serviceAccounts.id, serviceAccountId));
    if (!account) {
      throw apiError.agents(404, "service_account_not_found", `Service account ${serviceAccountId} not found`);
    }
    const { key, hash } = newKey(context.ids, "sak");
    const id = context.ids.uuid();
    const createdAt = context.clock.now();
    await context.db
      .insert(apiKeys)
      .values({ id, hash, name, kind: "serviceAccount", serviceAccountId, agentScoped, createdAt });
    return { id, name, key };
  },
);
