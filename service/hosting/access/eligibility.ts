import { eq } from "drizzle-orm";
import { isEligiblePlan, type OwnerAccount } from "@/lib/contract/admin/namespaces/update-namespace";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { namespaces, repositories } from "../../core/store/tables/repositories";

/** An owner's account defaults. */
export const defaultAccount: OwnerAccount = { plan: "team", legacyPrivacy: false, hosting: true };

type Owner = Pick<typeof namespaces.$inferSelect, "type" | "account">;

/**
 * True when the owner can create and push to repositories and apps (specification, section 7): a user on an eligible
 * plan, or a team on a paid plan that isn't in legacy privacy mode and hasn't turned hosting off.
 */
export function isEligible({ type, account }: Owner): boolean {
  const { plan, legacyPrivacy, hosting } = { ...defaultAccount, ...account };
  return isEligiblePlan(plan) && (type === "user" || (!legacyPrivacy && hosting));
}

/** Throws FailedPrecondition. Depends on the owner, not on the caller. */
export function requireEligible(owner: Owner): void {
  if (isEligible(owner)) return;
  throw apiError.repohost("FailedPrecondition", "The owner's plan or settings don't include hosting");
}

/** Whether the repository's owner is eligible for pushes. */
export async function isOwnerEligible({ db }: Pick<Context, "db">, repositoryId: string): Promise<boolean> {
  const [owner] = await db
    .select({ type: namespaces.type, account: namespaces.account })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(eq(repositories.id, repositoryId));
  return owner !== undefined && isEligible(owner);
}
