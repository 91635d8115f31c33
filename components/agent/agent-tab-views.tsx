"use client";

import { useEffect } from "react";
import type { TranscriptTarget } from "@/components/transcript/transcript-pane";
import { browserOnly } from "@/components/ui/browser-only";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { Agent } from "@/lib/contract/agents/agent";
import type { AgentTab } from "./agent-tabs";
import type { useAgentView } from "./use-agent-view";

const loadChanges = () => import("./agent-changes");
const Loading = () => <SkeletonRows label="Loading" />;
const AgentChanges = browserOnly(loadChanges, Loading);
const AgentArtifactsTab = browserOnly(() => import("./agent-artifacts-tab"), Loading);
const TimelineView = browserOnly(() => import("@/components/transcript/timeline-view"), Loading);
const EventsView = browserOnly(() => import("@/components/transcript/events-view"), Loading);

/** Loads the code of the Changes tab before it is opened, because the diff viewer is large and starts its workers then. */
function usePreloadedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (hasChanges) void loadChanges().catch(() => undefined);
  }, [hasChanges]);
}

interface AgentTabViewsProps {
  tab: AgentTab;
  agent: Agent;
  view: ReturnType<typeof useAgentView>;
  /** Shows a row in the transcript. */
  onShow: (target: TranscriptTarget) => void;
  /** Called after a comment was added to the follow-up; `undefined` if the user can't send one. */
  onComment: (() => void) | undefined;
}

/** The tabs next to the transcript, loaded when they are opened; Changes as soon as an agent has any. */
export function AgentTabViews({ tab, agent, view, onShow, onComment }: AgentTabViewsProps) {
  usePreloadedChanges(view.branch !== undefined);
  return (
    <>
      {tab === "changes" ? (
        <AgentChanges
          agent={agent}
          branches={view.branches}
          branch={view.branch}
          onBranch={view.setBranch}
          diff={view.diff}
          onComment={onComment}
        />
      ) : null}
      {tab === "artifacts" ? <AgentArtifactsTab agent={agent} /> : null}
      {tab === "timeline" ? (
        <TimelineView
          runs={view.runs.followed}
          transcripts={view.transcripts}
          onSelect={(runId, { row }) => onShow({ run: { runId }, row })}
        />
      ) : null}
      {tab === "events" ? <EventsView agentId={agent.id} runs={view.runs.followed} /> : null}
    </>
  );
}
