"use client";

import { useQuery } from "@tanstack/react-query";
import { artifactsQuery } from "@/components/artifacts/artifact-queries";
import { LineCounts } from "@/components/ui/line-counts";
import { TabBar } from "@/components/ui/tab-bar";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";

const tabs = [
  { id: "transcript", name: "Transcript" },
  { id: "changes", name: "Changes" },
  { id: "artifacts", name: "Artifacts" },
  { id: "timeline", name: "Timeline" },
  { id: "events", name: "Events" },
] as const;

export type AgentTab = (typeof tabs)[number]["id"];

/** The tab named in the URL; the transcript for any other text. */
export const parseAgentTab = (text: string): AgentTab => tabs.find(({ id }) => id === text)?.id ?? "transcript";

interface AgentTabsProps {
  agent: Agent;
  tab: AgentTab;
  /** Changed lines, if they are known. */
  lines: { additions: number; deletions: number } | undefined;
}

/** The views of an agent. Each has its own history entry. */
export function AgentTabs({ agent, tab, lines }: AgentTabsProps) {
  const url = useUrlState();
  const artifacts = useQuery(artifactsQuery(callProxy, agent.id, agent.updatedAt)).data?.items.length ?? 0;
  const details = {
    changes: lines ? <LineCounts {...lines} /> : null,
    artifacts: artifacts > 0 ? <span className="text-muted-foreground text-xs">{artifacts}</span> : null,
  };
  return (
    <TabBar
      label="Agent views"
      tabs={tabs.map(({ id, name }) => ({
        name,
        detail: id === "changes" || id === "artifacts" ? details[id] : null,
        current: id === tab,
        href: url.link({ tab: id, file: "" }),
        prefetch: false,
        onSelect: () => url.set({ tab: id === "transcript" ? "" : id, file: "" }, { push: true }),
      }))}
    />
  );
}
