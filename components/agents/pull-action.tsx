import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { callProxy } from "@/lib/client/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { safeAddress } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import type { StatusKind } from "@/lib/model/status/agent-status";
import { pullUrls } from "@/lib/model/status/row-status";
import { ActionLink } from "./action-link";

interface PullActionProps {
  agent: Pick<AgentRow, "name" | "repos" | "branches" | "pulls">;
  status: StatusKind;
  isPrimary?: boolean;
}

/** Leads to the part of an agent's pull request that needs attention, the open one if there are several. */
export function PullAction({ agent, status, isPrimary }: PullActionProps) {
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const urls = pullUrls(agent);
  const isOpen = (url: string) => agent.pulls?.some((pull) => pull.url === url && pull.state === "open") === true;
  const url = urls.findLast(isOpen) ?? urls.at(-1) ?? "";
  const hosted = parsePullUrl(url, repositories.data ?? []);
  if (!hosted) return <ExternalPullLink url={url} subject={agent.name} isLoading={repositories.isPending} />;
  const [href, label] = actionOf(status, hosted);
  return (
    <ActionLink href={href} subject={agent.name} isPrimary={isPrimary}>
      {label}
    </ActionLink>
  );
}

function actionOf(status: StatusKind, pull: Parameters<typeof paths.pull>[0]) {
  switch (status) {
    case "checks":
      return [paths.pullChecks(pull), "View checks"] as const;
    case "changes":
    case "conflict":
      return [paths.pull(pull), "View pull request"] as const;
    case "ready":
      return [paths.pull(pull), "Merge"] as const;
    default:
      return [paths.pullFiles(pull), "Review"] as const;
  }
}

function ExternalPullLink({ url, subject, isLoading }: { url: string; subject: string; isLoading: boolean }) {
  const address = isLoading ? undefined : safeAddress(url);
  if (address === undefined) return null;
  return (
    <Button asChild size="small">
      <a href={address} target="_blank" rel="noreferrer" aria-label={`View pull request: ${subject}`}>
        View pull request
        <ExternalLink aria-hidden />
      </a>
    </Button>
  );
}
