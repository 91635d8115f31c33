import { asc, eq } from "drizzle-orm";
import { listRepositories } from "@/lib/contract/agents/list-repositories";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { namespaces, repositories } from "../core/store/tables/repositories";
import type { WithGitHub } from "../github/with-github";
import { repositoryPermission, repositoryUrl } from "../hosting/access/repository-access";

/** Lists the repositories the caller can access, by owner and name, followed by those on GitHub servers. */
export const listRepositoriesOperation = implement(
  listRepositories,
  async ({ principal }, context: Context & WithGitHub) => {
    const rows = await context.db
      .select({ id: repositories.id, name: repositories.name, slug: namespaces.slug })
      .from(repositories)
      .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
      .orderBy(asc(namespaces.slugFolded), asc(repositories.nameFolded));
    const items: { url: string }[] = [];
    for (const { id, slug, name } of rows) {
      if ((await repositoryPermission(context, principal, id)) !== "none") {
        items.push({ url: repositoryUrl(context, { ownerSlug: slug, name }) });
      }
    }
    // A key limited to repositories can't use those of other servers.
    const scoped = principal.kind === "serviceAccount" && principal.repositoryIds !== undefined;
    const onGitHub = scoped ? [] : await context.github.listRepositories();
    return { items: [...items, ...onGitHub.map((url) => ({ url }))] };
  },
);
