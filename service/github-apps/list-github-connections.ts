import { asc, eq } from "drizzle-orm";
import { listGitHubConnections } from "@/lib/contract/agents/list-github-connections";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { githubConnections } from "../core/store/tables/github";
import type { WithGitHub } from "../github/with-github";
import { actingEmail } from "./acting-account";

export const listGitHubConnectionsOperation = implement(
  listGitHubConnections,
  async ({ principal, request }, context: Context & WithGitHub) => {
    const owner = await actingEmail(context, principal, request);
    const rows =
      owner === undefined
        ? []
        : await context.db
            .select()
            .from(githubConnections)
            .where(eq(githubConnections.owner, owner))
            .orderBy(asc(githubConnections.host));
    return {
      items: rows.map(({ host, login, createdAt }) => ({ host, login, createdAt: isoTime(createdAt) })),
      hosts: context.github.apps.hosts(),
    };
  },
);
