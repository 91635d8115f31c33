"use client";

import { GitPullRequest, Pin, RotateCw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type RowUser, rowActions } from "@/lib/model/agent-list/row-actions";
import { formatTerm, rowTerms } from "@/lib/model/agent-query/row-terms";
import { pullRequestNumber } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { pullUrls } from "@/lib/model/status/row-status";
import { rowActionLabels } from "./row-action-labels";
import { useAgentAction } from "./use-agent-action";
import { type PullLinkOf, usePullLinks } from "./use-pull-links";

interface RowActionsProps {
  agent: AgentRow;
  user: RowUser;
  pinned: boolean;
  onPin: (id: string) => void;
  onFilter: (term: string) => void;
}

/** The menu of a row: everything that can be done with the agent, by mouse, keyboard and touch. */
export function RowMenu(props: RowActionsProps) {
  const [openedBy, setOpenedBy] = useState<"keyboard" | "pointer">();
  const trigger = (
    <button
      type="button"
      aria-label={`Actions for ${props.agent.name || "agent"}`}
      aria-haspopup="menu"
      onClick={({ detail }) => setOpenedBy(detail === 0 ? "keyboard" : "pointer")}
      className="relative z-10 row-span-2 size-6 self-start rounded-md text-muted-foreground hover:bg-muted hover:text-foreground lg:order-4 lg:row-span-1 lg:self-center"
    >
      ⋯
    </button>
  );
  if (!openedBy) return trigger;
  // A menu costs more than the rest of a row, and few are opened.
  return (
    <Menu trigger={trigger} openedBy={openedBy}>
      <MenuItems {...props} />
    </Menu>
  );
}

function MenuItems({ agent, user, pinned, onPin, onFilter }: RowActionsProps) {
  const { start } = useAgentAction(agent);
  const pullLink = usePullLinks([agent]);
  return (
    <>
      {rowActions(agent, user).map((action) => {
        const { label, icon: Icon } = rowActionLabels[action];
        return (
          <MenuItem key={action} onSelect={() => start(action)}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        );
      })}
      {user.canOperate ? (
        <MenuItem asChild>
          <Link href={paths.relaunch(agent.id)}>
            <RotateCw aria-hidden />
            Launch again…
          </Link>
        </MenuItem>
      ) : null}
      {pullUrls(agent).map((url) => (
        <PullItem key={url} url={url} link={pullLink(url)} />
      ))}
      <MenuItem onSelect={() => onPin(agent.id)}>
        <Pin aria-hidden />
        {pinned ? "Unpin" : "Pin"}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Filter by</MenuLabel>
      {rowTerms(agent)
        .map(formatTerm)
        .map((term) => (
          <MenuItem key={term} onSelect={() => onFilter(term)} className="max-w-72 font-mono text-xs">
            <span className="truncate">{term}</span>
          </MenuItem>
        ))}
    </>
  );
}

function PullItem({ url, link }: { url: string; link: ReturnType<PullLinkOf> }) {
  const content = (
    <>
      <GitPullRequest aria-hidden />
      Open pull request #{pullRequestNumber(url) ?? ""}
    </>
  );
  if (link === undefined) return null;
  return (
    <MenuItem asChild>
      {"page" in link ? (
        <Link href={link.page}>{content}</Link>
      ) : (
        <a href={link.address} target="_blank" rel="noreferrer">
          {content}
        </a>
      )}
    </MenuItem>
  );
}

/** The actions next to a row that the pointer is over or that has the focus. */
export function QuickActions({ agent, user }: Pick<RowActionsProps, "agent" | "user">) {
  const { start, isPending } = useAgentAction(agent);
  const actions = rowActions(agent, user);
  if (actions.length === 0) return null;
  return (
    <span className="absolute inset-y-0 right-12 z-10 hidden items-center gap-1 lg:flex">
      {actions.map((action) => {
        const { label, icon: Icon } = rowActionLabels[action];
        return (
          <Button
            key={action}
            size="small"
            disabled={isPending}
            aria-label={`${label}: ${agent.name || "agent"}`}
            onClick={() => start(action)}
            className="shadow-sm"
          >
            <Icon aria-hidden />
            {label}
          </Button>
        );
      })}
    </span>
  );
}
