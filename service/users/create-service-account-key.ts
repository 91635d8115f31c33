import { eq } from "drizzle-orm";
import { createServiceAccountKey } from "@/lib/contract/admin/users/create-service-account-key";
import { newKey } from "../core/api-key";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { apiKeys, serviceAccounts } from "../core/store/tables/users";
import { findRepository, repositoryPermission } from "../hosting/access/repository-access";
import { keyExpiry } from "./key-expiry";
import { newRegistration } from "./registration-token";

/** The ids of the repositories. Throws 400 `validation_error` for one that the account can't use. */
async function repositoryIds(
  context: Context,
  account: { id: string; teamId: number },
  names: readonly string[],
): Promise<string[]> {
  const identity = { keyId: "", keyName: "", keyCreatedAt: 0, agentScoped: false };
  const principal = { kind: "serviceAccount" as const, ...identity, ...account, serviceAccountId: account.id };
  const ids: string[] = [];
  for (const [index, address] of names.entries()) {
    const [ownerSlug = "", name = ""] = address.split("/");
    const found = await findRepository(context, ownerSlug, name);
    if (!found || (await repositoryPermission(context, principal, found.id)) === "none") {
      throw apiError.field(`repositories.${index}`, `Repository ${address} not found`);
    }
    ids.push(found.id);
  }
  return [...new Set(ids)];
}

/** Creates a key, optionally limited to repositories and with an expiry time. */
export const createServiceAccountKeyOperation = implement(
  createServiceAccountKey,
  async ({ params: { serviceAccountId }, body }, context) => {
    const { name, agentScoped = false, expiresAt, repositories, registration } = body;
    if (registration && (agentScoped || repositories)) {
      throw apiError.field("registration", "can't be combined with agentScoped or repositories");
    }
    const [account] = await context.db
      .select({ id: serviceAccounts.id, teamId: serviceAccounts.teamId })
      .from(serviceAccounts)
      .where(eq(serviceAccounts.id, serviceAccountId));
    if (!account) {
      throw apiError.agents(404, "service_account_not_found", `Service account ${serviceAccountId} not found`);
    }
    const limited = registration && (await newRegistration(context, registration));
    const { key, hash } = newKey(context.ids, limited?.prefix ?? "sak");
    const id = context.ids.uuid();
    const createdAt = context.clock.now();
    await context.db.insert(apiKeys).values({
      id,
      hash,
      name,
      kind: "serviceAccount",
      serviceAccountId,
      agentScoped,
      createdAt,
      expiresAt: keyExpiry(context, expiresAt),
      repositoryIds: repositories === undefined ? null : await repositoryIds(context, account, repositories),
      ...limited?.row,
    });
    return { id, name, key, ...limited?.response };
  },
);
