import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { findComparedRefs } from "@/components/agent/use-agent-diff";
import { agentQuery } from "@/components/agents/agent-queries";
import { comparisonFilesQuery } from "@/components/repositories/content-queries";
import { hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import { branchHeadQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { sumChanges } from "@/lib/model/agent-list/arrange";

const getRun = () => import("@/lib/contract/agents/get-run").then((entry) => entry.getRun);

export interface LineChanges {
  additions: number;
  deletions: number;
}

const forever = Number.POSITIVE_INFINITY;

/** The agent's last message, once its latest run has ended. */
export function lastMessageQuery({ id, latestRunId, run }: AgentRow) {
  return queryOptions({
    queryKey: ["batches", "last-message", id, latestRunId, run?.status] as const,
    enabled: run !== undefined && isTerminal(run.status),
    queryFn: async ({ signal }) => {
      const { result, error } = await callProxy(getRun, { params: { id, runId: latestRunId }, signal });
      return (error?.message ?? result ?? "").trim();
    },
    staleTime: forever,
  });
}

const none: LineChanges = { additions: 0, deletions: 0 };
/** Enough to compare agents; larger changes aren't counted. */
const maxPages = 10;

/** The changed lines on the agent's first branch; `null` if they can't be counted. */
async function countLines(client: QueryClient, row: AgentRow): Promise<LineChanges | null> {
  const branch = row.branches?.find((each) => each.branch !== undefined);
  if (!branch) return none;
  const agent = await client.fetchQuery(agentQuery(callProxy, row.id));
  const repository = await client.fetchQuery(hostedRepositoryQuery(branch.repoUrl, agent.repositoryIds));
  if (!repository) return null;
  const name = { ownerSlug: repository.owner.slug, repoName: repository.name };
  const head = await client.fetchQuery(branchHeadQuery(callProxy, name, branch.branch ?? ""));
  const refs = findComparedRefs({ agent, branch, repository, pull: undefined, head: head ?? "" });
  if (!refs || refs.head === "") return null;
  const { pages } = await client.fetchInfiniteQuery({ ...comparisonFilesQuery(name, refs), pages: maxPages });
  if (pages.at(-1)?.nextPageToken) return null;
  return pages
    .flatMap(({ files }) => files)
    .reduce(
      (sum, file) => ({ additions: sum.additions + file.additions, deletions: sum.deletions + file.deletions }),
      none,
    );
}

/** The lines an agent without a pull request changed. Pull requests report theirs. */
export function changedLinesQuery(row: AgentRow) {
  const { id, updatedAt, run } = row;
  const branches = row.branches?.map(({ branch }) => branch) ?? [];
  return queryOptions({
    queryKey: ["batches", "changed-lines", id, updatedAt, run?.status, branches] as const,
    enabled: run !== undefined && isTerminal(run.status) && sumChanges(row) === undefined,
    queryFn: ({ client }) => countLines(client, row),
    staleTime: forever,
  });
}
