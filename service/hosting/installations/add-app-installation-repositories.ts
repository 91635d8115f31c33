import { and, eq, inArray } from "drizzle-orm";
import { addAppInstallationRepositories } from "@/lib/contract/hosting/installations/add-app-installation-repositories";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import { requireNamespace } from "../access/namespace-access";
import { recordAppInstallationEvent } from "./installation-event";
import { findInstallation, installationBody } from "./installation-row";

const notFound = () => apiError.repohost("NotFound", "Installation not found");

/** Adds repositories to an installation's selection, all or nothing. Never creates an installation or changes its scopes. */
export const addAppInstallationRepositoriesOperation = implement(
  addAppInstallationRepositories,
  async ({ principal, params, body }, context) => {
    const namespace = await requireNamespace(context, principal, params.namespaceSlug, "admin");
    const ids = [...new Set(body.repoIds)];
    await context.db.transaction(async (tx) => {
      await tx
        .select({ id: installations.id })
        .from(installations)
        .where(eq(installations.id, params.installationId))
        .for("update");
      const found = await findInstallation(tx, params.installationId);
      if (found?.namespace.id !== namespace.id) throw notFound();
      const { scopes, selection, suspendedAt, id } = found.installation;
      const failedPrecondition = (message: string) => apiError.repohost("FailedPrecondition", message);
      if (suspendedAt !== null) throw failedPrecondition("The installation is suspended");
      if (scopes === null) throw failedPrecondition("The installation predates scopes. Reinstall the app.");
      if (selection === "all") throw failedPrecondition("The installation already covers all repositories");
      const existing = await tx
        .select({ id: repositories.id })
        .from(repositories)
        .where(and(inArray(repositories.id, ids), eq(repositories.namespaceId, namespace.id)));
      if (existing.length !== ids.length) throw failedPrecondition("repoIds: repository not found in this namespace");
      const added = await tx
        .insert(installationRepositories)
        .values(ids.map((repositoryId) => ({ installationId: id, repositoryId })))
        .onConflictDoNothing()
        .returning({ id: installationRepositories.repositoryId });
      if (added.length > 0) {
        await tx.update(installations).set({ updatedAt: context.clock.now() }).where(eq(installations.id, id));
        await recordAppInstallationEvent(tx, context, "installation.updated", id);
      }
    });
    const found = await findInstallation(context.db, params.installationId);
    if (!found) throw notFound();
    return installationBody(found);
  },
);
