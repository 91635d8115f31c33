import { eq, inArray, or } from "drizzle-orm";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import type { PullRequestRow } from "./pull-request-row";

type Member = Pick<PullRequestRow, "id" | "parentId" | "stackId">;

/** Follows parents up from a member; a loop ends it. */
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
 * Which stack each member belongs to, by its parent links: who is tied together shares one, who stands alone has none.
 * A root that had a stack keeps its id.
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
 * Ties a pull request to a stack parent, or with `null` to none, and gives everyone concerned their stack. An
 * association alone: no branch moves and no base changes. Throws InvalidArgument for a parent that stands above it.
 * The transaction holds the repository's row.
 */
export async function setStackParent(
  tx: Transaction,
  ids: Context["ids"],
  pull: Member,
  parent: Member | null,
): Promise<void> {
  if ((parent?.id ?? null) === pull.parentId) return;
  const concerned = [pull, ...(parent ? [parent] : [])];
  const stacks = concerned.flatMap(({ stackId }) => stackId ?? []);
  const { id, parentId, stackId } = pullRequests;
  const rows = await tx
    .select({ id, parentId, stackId })
    .from(pullRequests)
    .where(
      or(
        inArray(
          id,
          concerned.map((member) => member.id),
        ),
        stacks.length > 0 ? inArray(stackId, stacks) : undefined,
      ),
    );
  const members = rows.map((row) => (row.id === pull.id ? { ...row, parentId: parent?.id ?? null } : row));
  const byId = new Map(members.map((member) => [member.id, member]));
  for (let at = parent?.id; at; at = byId.get(at)?.parentId ?? undefined) {
    if (at === pull.id) {
      throw refuse.repohost("InvalidArgument", "parentPullRequest is above this one in its stack", "parentPullRequest");
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
