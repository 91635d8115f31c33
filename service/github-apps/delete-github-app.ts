import { eq } from "drizzle-orm";
import { deleteGitHubApp } from "@/lib/contract/admin/github-apps/delete-github-app";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { notify } from "../core/store/notifications";
import { githubApps, githubConnections } from "../core/store/tables/github";
import { appsChanged } from "../github/github-apps";
import type { WithGitHub } from "../github/with-github";

/** Deletes an app's credentials, and the users' connections, which belong to the app. */
export const deleteGitHubAppOperation = implement(
  deleteGitHubApp,
  async ({ params: { host } }, { db, github }: Context & WithGitHub) => {
    await db.transaction(async (tx) => {
      const deleted = await tx.delete(githubApps).where(eq(githubApps.host, host)).returning();
      if (deleted.length === 0) throw apiError.agents(404, "github_app_not_found", `${host} has no GitHub App`);
      await tx.delete(githubConnections).where(eq(githubConnections.host, host));
      await notify(tx, "github", appsChanged);
    });
    await github.apps.reload();
    return { host };
  },
);
