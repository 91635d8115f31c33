"use client";

import { Layers, Pin } from "lucide-react";
import Link from "next/link";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import { environmentLabel } from "@/lib/model/agent-environment";
import { formatTerm } from "@/lib/model/agent-query/row-terms";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { pullUrls } from "@/lib/model/status/row-status";
import { FilterButton } from "./filter-button";
import { PullBadge } from "./pull-badge";
import type { PullLinkOf } from "./use-pull-links";

interface CellProps {
  agent: Agent;
  onFilter: (term: string) => void;
}

export function Unknown() {
  return <span className="text-muted-foreground text-xs">Unknown</span>;
}

interface PinButtonProps {
  agent: Agent;
  pinned: boolean;
  onPin: (id: string) => void;
}

/** Shown while the row is pinned, pointed at or focused. */
export function PinButton({ agent, pinned, onPin }: PinButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pinned}
      aria-label={`${pinned ? "Unpin" : "Pin"} ${agent.name || "agent"}`}
      onClick={() => onPin(agent.id)}
      className={classNames(
        "relative z-10 shrink-0 rounded p-0.5 text-muted-foreground hover:text-foreground",
        pinned ? "text-primary" : "hidden lg:block",
      )}
    >
      <Pin aria-hidden className={classNames("size-3", pinned && "fill-current")} />
    </button>
  );
}

export function BatchLink({ batch }: Pick<Agent, "batch">) {
  if (!batch) return null;
  return (
    <Link
      href={paths.batch(batch.id)}
      prefetch={false}
      tabIndex={-1}
      aria-label={`Batch ${batch.name}`}
      title={`Batch: ${batch.name}`}
      className="relative z-10 shrink-0 rounded p-0.5 text-muted-foreground hover:text-foreground"
    >
      <Layers aria-hidden className="size-3" />
    </Link>
  );
}

const maxLabels = 2;

/** Labels, environment and model: on screens with space for them, next to the name. */
export function Details({ agent, onFilter }: CellProps) {
  const { env, labels = [], model } = agent;
  const environment = env.type === "cloud" ? env.name : (env.name ?? env.type);
  const muted =
    "hidden max-w-32 shrink-[2] truncate text-muted-foreground text-xs hover:text-foreground hover:underline min-[112.5rem]:inline";
  return (
    <>
      {labels.slice(0, maxLabels).map((label) => (
        <FilterButton
          key={label}
          term={formatTerm({ key: "label", value: label })}
          onFilter={onFilter}
          className="hidden max-w-24 shrink-[2] truncate sm:inline lg:hidden 2xl:inline"
        >
          <Badge className="max-w-full hover:text-foreground">
            <span className="truncate">{label}</span>
          </Badge>
        </FilterButton>
      ))}
      {environment === undefined ? null : (
        <FilterButton
          term={formatTerm({ key: "env", value: environment })}
          onFilter={onFilter}
          className={`${muted} sm:inline lg:hidden`}
        >
          {environmentLabel(env)}
        </FilterButton>
      )}
      {model ? (
        <FilterButton
          term={formatTerm({ key: "model", value: model })}
          onFilter={onFilter}
          className={`${muted} font-mono`}
        >
          {model}
        </FilterButton>
      ) : null}
    </>
  );
}

/** Who launched it. The name is shown where there is space for it. */
export function Owner({ agent: { owner }, onFilter }: CellProps) {
  if (!owner) return null;
  return (
    <FilterButton term={formatTerm({ key: "owner", value: owner.me ? "me" : owner.name })} onFilter={onFilter}>
      <ActorLabel name={owner.name} textClass="max-2xl:sr-only" />
    </FilterButton>
  );
}

export function Repositories({ agent: { repos }, onFilter }: CellProps) {
  if (!repos) return <Unknown />;
  if (!repos[0]) return <span className="max-lg:hidden">No repository</span>;
  const names = repos.map(({ url }) => repositoryName(url));
  const [name = ""] = names;
  return (
    <>
      <FilterButton term={formatTerm({ key: "repo", value: name })} onFilter={onFilter}>
        {name}
      </FilterButton>
      {names.length > 1 ? (
        <span className="shrink-0" title={names.join("\n")}>
          +{names.length - 1}
        </span>
      ) : null}
    </>
  );
}

interface PullsProps {
  agent: Agent;
  pullLink: PullLinkOf;
}

/** Pull requests with their checks. Without any, the branch, on wide screens. */
export function PullsOrBranch({ agent, pullLink }: PullsProps) {
  const { repos, branches, pulls } = agent;
  if (!repos || !branches) {
    return (
      <span className="hidden lg:inline">
        <Unknown />
      </span>
    );
  }
  const branch = branches.at(-1)?.branch;
  const requests = pullUrls(agent);
  const [first] = requests;
  if (first !== undefined) {
    return (
      <>
        <PullBadge url={first} link={pullLink(first)} facts={pulls?.find(({ url }) => url === first)} />
        {requests.length > 1 ? (
          <span className="shrink-0" title={`${requests.length} pull requests`}>
            +{requests.length - 1}
          </span>
        ) : null}
      </>
    );
  }
  return branch ? (
    <span className="hidden truncate font-mono lg:block" title={branch}>
      {branch}
    </span>
  ) : (
    <span className="hidden lg:inline">–</span>
  );
}
