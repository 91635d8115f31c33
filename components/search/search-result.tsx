import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { poolsQuery } from "@/components/workers/worker-queries";
import type { SearchGroup, SearchHit } from "@/lib/contract/dashboard/search/search-everything";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";
import { Highlighted } from "./highlighted";
import { hitKind } from "./hit-kinds";
import { hitPath } from "./hit-path";

interface SearchResultProps {
  group: SearchGroup;
  /** Searches in this agent only. */
  onShowAll: () => void;
}

/** What was found of one agent. */
export function SearchResult({ group: { agent, hits, more }, onShowAll }: SearchResultProps) {
  const [repo] = agent.repos ?? [];
  const isQueued = agent.run?.status === "CREATING" && agent.env.type === "pool";
  const pools = useQuery({ ...poolsQuery, enabled: isQueued }).data?.pools;
  return (
    <li className="border-b px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 truncate font-medium text-sm">
          <Link href={paths.agent(agent.id)} prefetch={false} className="hover:underline">
            <bdi>{agent.name || "Unnamed"}</bdi>
          </Link>
        </h2>
        {agent.run ? <AgentStatusBadge status={rowStatus(agent, pools, Date.now())} /> : null}
        {repo ? (
          <span className="max-w-60 truncate text-muted-foreground text-xs">{repositoryName(repo.url)}</span>
        ) : null}
      </div>
      <ul aria-label={`Matches in ${agent.name || "Unnamed"}`} className="mt-1">
        {hits.map((hit) => (
          <Hit key={hit.id} agent={agent} hit={hit} />
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" onClick={onShowAll} className="mt-1 ml-7 text-muted-foreground text-xs hover:underline">
          Show {more.toLocaleString("en")} more in this agent
        </button>
      ) : null}
    </li>
  );
}

function Hit({ agent, hit }: { agent: SearchGroup["agent"]; hit: SearchHit }) {
  const { icon: Icon, label } = hitKind(hit.kind);
  const isCode = hit.kind === "command" || hit.kind === "output";
  return (
    <li data-row className="relative flex gap-2 rounded px-1 py-1.5 focus-within:bg-muted/60 hover:bg-muted/60">
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-x-2 text-xs">
          <Link
            href={hitPath(agent, hit)}
            prefetch={false}
            className="shrink-0 text-muted-foreground after:absolute after:inset-0"
          >
            {label}
          </Link>
          {hit.title.text ? (
            <span className={isCode ? "min-w-0 truncate font-mono" : "min-w-0 truncate font-medium"}>
              <Highlighted {...hit.title} />
            </span>
          ) : null}
          <RelativeTime iso={hit.at} className="ml-auto shrink-0 text-muted-foreground" />
        </div>
        {hit.snippet.text ? (
          <p
            className={`mt-0.5 line-clamp-3 whitespace-pre-line break-words text-sm ${isCode ? "font-mono text-xs" : ""}`}
          >
            <Highlighted {...hit.snippet} />
          </p>
        ) : null}
      </div>
    </li>
  );
}
