import { eq, inArray, or } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import type { PullRequestRow } from "./pull-request-row";

type Member = Pick<PullRequestRow, "id" | "parentId" | "stackId">;

/** Follows parents up to the root; stops at a cycle. */
function rootOf(members: ReadonlyMap<string, Member>, id: string): string {
  const seen = new Set<string>();
  let at = id;
  for (;;) {
    seen.add(at);
    const parent = members.get(at)?.parentId;
    if (!parent || !members.has(parent) || seen.has(parent)) return at;
    at = parent;
  }
}

/**
 * Assigns stack ids by parent links: linked members share a stack; a member without links has none. A root keeps its
 * existing stack id.
 */
export function arrangeStacks(members: readonly Member[], newId: () => string): Map<string, string | null> {
  const byId = new Map(members.map((member) => [member.id, member]));
  const trees = new Map<string, string[]>();
  for (const { id } of members) {
    const root = rootOf(byId, id);
    trees.set(root, [...(trees.get(root) ?? []), id]);
  }
  const used = new Set<string>();
  const stacks = new Map<string, string | null>();
  for (const [root, ids] of trees) {
    const known = [root, ...ids].flatMap((id) => byId.get(id)?.stackId ?? []).find((stack) => !used.has(stack));
    const stack = ids.length > 1 ? (known ?? newId()) : null;
    if (stack) used.add(stack);
    for (const id of ids) stacks.set(id, stack);
  }
  return stacks;
}

/**
 * Sets or clears (`null`) a pull request's stack parent and updates the stack ids of all affected pull requests. Branches
 * and bases don't change. Throws InvalidArgument if the parent is above the pull request. The transaction must hold the
 * lock on the repository's row.
 */
export async function setStackParent(
  tx: Transaction,
  ids: Context["ids"],
  pull: Member,
  parent: Member | null,
): Promise<void> {
  if ((parent?.id ?? null) === pull.parentId) return;
  const affected = [pull, ...(parent ? [parent] : [])];
  const stacks = affected.flatMap(({ stackId }) => stackId ?? []);
  const { id, parentId, stackId } = pullRequests;
  const rows = await tx
    .select({ id, parentId, stackId })
    .from(pullRequests)
    .where(
      or(
        inArray(
          id,
          affected.map((member) => member.id),
        ),
        stacks.length > 0 ? inArray(stackId, stacks) : undefined,
      ),
    );
  const members = rows.map((row) => (row.id === pull.id ? { ...row, parentId: parent?.id ?? null } : row));
  const byId = new Map(members.map((member) => [member.id, member]));
  for (let at = parent?.id; at; at = byId.get(at)?.parentId ?? undefined) {
    if (at === pull.id) {
      throw apiError.repohost(
        "InvalidArgument",
        "parentPullRequest is above this one in its stack",
        "parentPullRequest",
      );
    }
  }
  await tx
    .update(pullRequests)
    .set({ parentId: parent?.id ?? null })
    .where(eq(id, pull.id));
  const arranged = arrangeStacks(members, () => ids.typed("stk"));
  for (const member of members) {
    const stack = arranged.get(member.id) ?? null;
    if (stack !== member.stackId) await tx.update(pullRequests).set({ stackId: stack }).where(eq(id, member.id));
  }
}
