"use client";

import { CircleX, Clock, LoaderCircle, RotateCw, Trash2, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PullBadge } from "@/components/agents/pull-badge";
import type { PullLinkOf } from "@/components/agents/use-pull-links";
import { CurrentStep } from "@/components/overview/current-step";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { LineCounts } from "@/components/ui/line-counts";
import { formatCompact, formatMoney } from "@/components/usage/format-numbers";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { BatchMember } from "@/lib/contract/dashboard/batches/batch";
import type { Pool } from "@/lib/contract/pools/pool";
import { memberTitle } from "@/lib/model/batches/member-title";
import { paths } from "@/lib/model/paths";
import { pullUrls, rowStatus } from "@/lib/model/status/row-status";
import { durationLabel } from "@/lib/model/transcript/duration";
import { memberGrid } from "./member-columns";
import type { MemberView } from "./use-batch-members";

interface MemberRowProps {
  view: MemberView;
  selected: boolean;
  onSelect: (id: string, range: boolean) => void;
  /** `undefined` if the user can't retry launches of the batch. */
  onRetry: (() => void) | undefined;
  retrying: boolean;
  currency: string | undefined;
  pools: readonly Pool[] | undefined;
  pullLink: PullLinkOf;
  isListComplete: boolean;
}

const number = "text-muted-foreground text-xs tabular-nums lg:text-right";

/** One agent of a batch. On small screens its values are in one line below its name. */
export function MemberRow(props: MemberRowProps) {
  const { view, selected, onSelect, currency, pools, pullLink, isListComplete } = props;
  const { member, agent, lines, cost } = view;
  const title = memberTitle(member);
  const urls = agent ? pullUrls(agent) : [];
  return (
    <li className={classNames("border-b px-4 py-2.5", selected && "bg-accent/60")}>
      <div className={classNames("flex flex-wrap items-center gap-x-3 gap-y-1.5", memberGrid(currency !== undefined))}>
        {agent ? (
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            checked={selected}
            onChange={() => undefined}
            onClick={(event) => onSelect(view.id, event.shiftKey)}
            className="size-4 accent-primary"
          />
        ) : (
          <span className="w-4" />
        )}
        <span className="flex min-w-0 basis-[calc(100%-2rem)] items-baseline gap-2 lg:basis-auto">
          {agent ? (
            <Link
              href={paths.agent(agent.id)}
              prefetch={false}
              className="truncate font-medium text-sm hover:underline"
            >
              {title}
            </Link>
          ) : (
            <span className="truncate font-medium text-sm">{title}</span>
          )}
        </span>
        <span className="ml-7 flex min-w-0 lg:ml-0">
          {agent?.run ? (
            <AgentStatusBadge status={rowStatus(agent, pools, Date.now())} />
          ) : (
            <LaunchState member={member} isDeleted={isListComplete && agent === undefined} />
          )}
        </span>
        <Value label="Changes">{lines ? <LineCounts {...lines} /> : null}</Value>
        <span className={classNames("min-w-0 flex-wrap gap-1", urls.length > 0 ? "flex" : "hidden lg:flex")}>
          {urls.length === 0 ? <Dash /> : null}
          {urls.map((url) => (
            <PullBadge
              key={url}
              url={url}
              link={pullLink(url)}
              facts={agent?.pulls?.find((each) => each.url === url)}
            />
          ))}
        </span>
        <Value label="Duration">{view.durationMs === undefined ? null : durationLabel(view.durationMs)}</Value>
        <Value label="Tokens">{view.tokens ? `${formatCompact(view.tokens)}` : null}</Value>
        {currency === undefined ? null : (
          <Value label="Cost">{cost === undefined ? null : formatMoney(String(cost), currency)}</Value>
        )}
      </div>
      <Details {...props} />
    </li>
  );
}

const Dash = () => <span className="text-muted-foreground text-xs">–</span>;

/** A value of a column. Unknown ones take no space on small screens. */
function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classNames(number, children === null && "hidden lg:block")}>
      <span className="sr-only">{label}: </span>
      {children ?? "–"}
    </span>
  );
}

const launchStates = {
  waiting: { icon: Clock, tone: "neutral", text: "Waiting to launch" },
  launching: { icon: LoaderCircle, tone: "info", text: "Launching" },
  launched: { icon: Clock, tone: "info", text: "Launched" },
  failed: { icon: CircleX, tone: "danger", text: "Launch failed" },
  uncertain: { icon: TriangleAlert, tone: "warning", text: "Launch unconfirmed" },
} as const;

function LaunchState({ member, isDeleted }: { member: BatchMember; isDeleted: boolean }) {
  const { icon: Icon, tone, text } = launchStates[member.state];
  if (member.state === "launched" && isDeleted) {
    return (
      <Badge tone="neutral">
        <Trash2 aria-hidden />
        Deleted
      </Badge>
    );
  }
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {text}
    </Badge>
  );
}

/** The second line: why the launch failed, what the agent is doing, or its last message. */
function Details({ view, onRetry, retrying }: MemberRowProps) {
  const { member, agent, lastMessage } = view;
  const canRetry = onRetry && (member.state === "failed" || member.state === "uncertain");
  if (member.problem) {
    return (
      <div className="mt-1 ml-7 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p
          className={classNames(
            "min-w-0 break-words",
            member.state === "waiting" ? "text-muted-foreground" : "text-danger",
          )}
        >
          {member.problem}
        </p>
        {canRetry ? (
          <Button
            size="small"
            disabled={retrying}
            aria-label={`Retry launch of ${memberTitle(member)}`}
            onClick={onRetry}
          >
            <RotateCw aria-hidden />
            Retry
          </Button>
        ) : null}
      </div>
    );
  }
  if (agent?.run && !isTerminal(agent.run.status)) {
    return (
      <div className="mt-1 ml-7 flex min-w-0 empty:hidden">
        <CurrentStep agentId={agent.id} runId={agent.latestRunId} />
      </div>
    );
  }
  if (!lastMessage) return null;
  return (
    <p className="mt-1 ml-7 line-clamp-2 break-words text-muted-foreground text-sm" title={lastMessage}>
      {lastMessage}
    </p>
  );
}
