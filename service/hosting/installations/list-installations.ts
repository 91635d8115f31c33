import { asc, eq, inArray } from "drizzle-orm";
import { listInstallations } from "@/lib/contract/admin/installations/list-installations";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { namespaces, repositories } from "../../core/store/tables/repositories";
import { findNamespace } from "../access/namespace-access";
import { installationBody, selectInstallations } from "./installation-row";

export const listInstallationsOperation = implement(listInstallations, async ({ params }, context) => {
  const namespace = await findNamespace(context, params.namespaceSlug);
  if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  const found = await selectInstallations(context.db, eq(installations.namespaceId, namespace.id));
  const publishers = found.length
    ? await context.db
        .select({ id: namespaces.id, slug: namespaces.slug })
        .from(namespaces)
        .where(
          inArray(
            namespaces.id,
            found.map(({ app }) => app.namespaceId),
          ),
        )
    : [];
  const selected = await selectedRepositories(found.map(({ installation }) => installation.id));
  return {
    installations: found
      .sort((a, b) => b.installation.createdAt - a.installation.createdAt || (a.app.id < b.app.id ? -1 : 1))
      .map((each) => ({
        ...installationBody(each),
        app: {
          id: each.app.id,
          displayName: each.app.displayName,
          namespaceSlug: publishers.find(({ id }) => id === each.app.namespaceId)?.slug ?? "",
          installationRedirectUris: each.app.installationRedirectUris,
        },
        ...(each.installation.selection === "selected"
          ? {
              repositories: selected
                .filter(({ installationId }) => installationId === each.installation.id)
                .map(({ id, name }) => ({ id, name })),
            }
          : {}),
      })),
  };

  async function selectedRepositories(ids: string[]) {
    if (ids.length === 0) return [];
    const { installationId } = installationRepositories;
    return context.db
      .select({ installationId, id: repositories.id, name: repositories.name })
      .from(installationRepositories)
      .innerJoin(repositories, eq(repositories.id, installationRepositories.repositoryId))
      .where(inArray(installationId, ids))
      .orderBy(asc(repositories.nameFolded));
  }
});
