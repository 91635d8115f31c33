import { and, eq } from "drizzle-orm";
import { deleteGitHubConnection } from "@/lib/contract/agents/delete-github-connection";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { githubConnections } from "../core/store/tables/github";
import { actingEmail } from "./acting-account";

export const deleteGitHubConnectionOperation = implement(
  deleteGitHubConnection,
  async ({ params: { host }, principal, request }, context) => {
    const owner = (await actingEmail(context, principal, request)) ?? "";
    const deleted = await context.db
      .delete(githubConnections)
      .where(and(eq(githubConnections.owner, owner), eq(githubConnections.host, host)))
      .returning();
    if (deleted.length === 0) {
      throw apiError.agents(404, "github_connection_not_found", `You have no connected account on ${host}`);
    }
    return { host };
  },
);
