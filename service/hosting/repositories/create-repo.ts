import { eq } from "drizzle-orm";
import { checkBranchName } from "@/git/refs/branch-name";
import type { WithGit } from "@/git/with-git";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { requireEligible } from "../access/eligibility";
import {
  canCreateRepositories,
  findNamespace,
  type NamespaceRow,
  namespacePermission,
} from "../access/namespace-access";
import { type FoundRepository, findRepository } from "../access/repository-access";
import { repoBody } from "./repo-body";
import { recordRepositoryEvent } from "./repository-event";

/**
 * Creates an empty repository. Returns `undefined` if the owner has one with that name, ignoring case. The folder is
 * created first, so that every row has one; a crash in between leaves an empty folder without a row.
 */
export async function storeRepository(
  context: Pick<Context, "db" | "ids" | "clock" | "settings"> & WithGit,
  namespace: NamespaceRow,
  input: {
    name: string;
    defaultBranch: string;
    /** Runs in the same transaction. */
    within?: (tx: Transaction, id: string) => Promise<void>;
  },
): Promise<FoundRepository | undefined> {
  const id = context.ids.typed("repo");
  await context.repositories.create(id, { initialBranch: input.defaultBranch });
  const now = context.clock.now();
  try {
    const row = await context.db.transaction(async (tx) => {
      const [stored] = await tx
        .insert(repositories)
        .values({
          id,
          namespaceId: namespace.id,
          name: input.name,
          nameFolded: input.name.toLowerCase(),
          defaultBranch: input.defaultBranch,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing({ target: [repositories.namespaceId, repositories.nameFolded] })
        .returning();
      if (!stored) return undefined;
      await input.within?.(tx, id);
      await recordRepositoryEvent(tx, context, "repository.created", id);
      return stored;
    });
    if (row) return { ...row, ownerSlug: namespace.slug, namespace };
  } catch (error) {
    // The row may have been committed even though the call failed. When in doubt, keep the folder.
    const absent = await context.db
      .select({ id: repositories.id })
      .from(repositories)
      .where(eq(repositories.id, id))
      .then(
        (rows) => rows.length === 0,
        () => false,
      );
    if (absent) await context.repositories.delete(id);
    throw error;
  }
  await context.repositories.delete(id);
  return undefined;
}

export const createRepoOperation = implement(
  createRepo,
  async ({ principal, params, body }, context: HostingContext) => {
    if (params.ownerSlug === "_") {
      throw apiError.repohost("InvalidArgument", "invalid ownerSlug", "ownerSlug");
    }
    const namespace = await findNamespace(context, params.ownerSlug);
    const permission = namespace ? await namespacePermission(context, principal, namespace) : "none";
    if (!namespace || permission === "none") throw apiError.repohost("NotFound", "Owner not found");
    if (!canCreateRepositories(permission)) {
      throw apiError.repohost("PermissionDenied", "You don't have permission to create repositories for this owner");
    }
    requireEligible(namespace);
    const defaultBranch = body.defaultBranch || "main";
    const problem = checkBranchName(defaultBranch);
    if (problem) throw apiError.repohost("InvalidArgument", `defaultBranch ${problem}`, "defaultBranch");

    const nameTaken = () =>
      apiError.repohost("AlreadyExists", `${namespace.slug} already has a repository with this name`);
    if (await findRepository(context, namespace.slug, body.name)) throw nameTaken();
    const stored = await storeRepository(context, namespace, { name: body.name, defaultBranch });
    if (!stored) throw nameTaken();
    return repoBody(context, stored);
  },
);
