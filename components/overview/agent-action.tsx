import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { RetryButton } from "@/components/agent/retry-button";
import { PullBadge } from "@/components/agents/pull-badge";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { callProxy } from "@/lib/client/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AgentNeedingAttention, AttentionStatus } from "@/lib/contract/dashboard/get-overview";
import { paths } from "@/lib/model/paths";
import { pullUrls } from "@/lib/model/status/row-status";

interface ActionLinkProps<T extends string> {
  href: Route<T>;
  /** What the action is about, for screen readers. */
  subject: string;
  children: string;
}

export function ActionLink<T extends string>({ href, subject, children }: ActionLinkProps<T>) {
  return (
    <Button asChild size="small">
      <Link href={href} prefetch={false} aria-label={`${children}: ${subject}`}>
        {children}
      </Link>
    </Button>
  );
}

/** The next action for an agent. */
export function AgentAction({ item: { agent, status, canPrompt } }: { item: AgentNeedingAttention }) {
  const { id, name, env } = agent;
  switch (status) {
    case "input":
      return (
        <ActionLink href={paths.agent(id)} subject={name}>
          {canPrompt ? "Answer" : "View request"}
        </ActionLink>
      );
    case "queued":
      if (env.type === "pool") return <AddWorker pool={env.name ?? "default"} name={name} />;
      return (
        <ActionLink href={paths.queue()} subject={name}>
          View queue
        </ActionLink>
      );
    case "failed":
    case "expired":
      return canPrompt ? <RetryButton agentId={id} name={name} /> : null;
    default:
      return <PullAction agent={agent} status={status} />;
  }
}

function AddWorker({ pool, name }: { pool: string; name: string }) {
  return (
    <Button asChild size="small">
      <Link href={paths.pool(pool)} prefetch={false} aria-label={`Add worker to ${pool}: ${name}`}>
        Add worker
      </Link>
    </Button>
  );
}

/** Leads to the part of the pull request that needs attention. */
function PullAction({ agent, status }: { agent: AgentRow; status: AttentionStatus }) {
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const urls = pullUrls(agent);
  const url = urls.findLast((each) => agent.pulls?.some((pull) => pull.url === each && pull.state === "open"));
  const hosted = parsePullUrl(url ?? urls.at(-1) ?? "", repositories.data ?? []);
  if (!hosted) return urls.length === 0 ? null : <PullBadge url={url ?? urls.at(-1) ?? ""} />;
  const [href, action] =
    status === "checks"
      ? ([paths.pullChecks(hosted), "View checks"] as const)
      : status === "changes" || status === "conflict"
        ? ([paths.pull(hosted), "View pull request"] as const)
        : ([paths.pullFiles(hosted), "Review"] as const);
  return (
    <ActionLink href={href} subject={agent.name}>
      {action}
    </ActionLink>
  );
}
