import { eq } from "drizzle-orm";
import { isEligiblePlan, type OwnerAccount } from "@/lib/contract/admin/update-namespace";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { namespaces, repositories } from "../../core/store/tables/repositories";

/** What an owner's account is until something else is said of it. */
export const usualAccount: OwnerAccount = { plan: "team", legacyPrivacy: false, hosting: true };

type Owner = Pick<typeof namespaces.$inferSelect, "type" | "account">;

/**
 * True when the owner may have repositories and apps made and pushed to (specification, section 7): a person on an
 * eligible plan; a team with a paid plan that is not in legacy privacy mode and did not turn hosting off.
 */
export function isEligible({ type, account }: Owner): boolean {
  const { plan, legacyPrivacy, hosting } = { ...usualAccount, ...account };
  return isEligiblePlan(plan) && (type === "user" || (!legacyPrivacy && hosting));
}

/** Throws FailedPrecondition, whoever asks: it is the owner that counts. */
export function requireEligible(owner: Owner): void {
  if (isEligible(owner)) return;
  throw refuse.repohost("FailedPrecondition", "The owner's plan or settings don't include hosting");
}

/** Whether the owner of a repository may have it pushed to. */
export async function isOwnerEligible({ db }: Pick<Context, "db">, repositoryId: string): Promise<boolean> {
  const [owner] = await db
    .select({ type: namespaces.type, account: namespaces.account })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(eq(repositories.id, repositoryId));
  return owner !== undefined && isEligible(owner);
}
