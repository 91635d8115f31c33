"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type AgentDiff, useAgentDiff } from "@/components/agent/use-agent-diff";
import { agentQuery } from "@/components/agents/agent-queries";
import DiffWorkbench from "@/components/diff/diff-workbench";
import { versionsDiffQuery } from "@/components/pull/files/interdiff-queries";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { LineCounts } from "@/components/ui/line-counts";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { memberTitle } from "@/lib/model/batches/member-title";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import type { MemberView } from "./use-batch-members";

interface CompareMembersProps {
  left: MemberView;
  right: MemberView;
  onClose: () => void;
}

/** The changes on the first branch of an agent. */
function useMemberDiff({ id, agent }: MemberView): AgentDiff {
  const { data } = useQuery(agentQuery(callProxy, id));
  const branch = agent?.branches?.find((each) => each.branch !== undefined);
  return useAgentDiff(data, branch, { active: false, all: true });
}

const nameOf = ({ repository }: AgentDiff) => ({
  ownerSlug: repository?.owner.slug ?? "",
  repoName: repository?.name ?? "",
});

/** Two agents' changes: those of each, and how they differ. */
export default function CompareMembers({ left, right, onClose }: CompareMembersProps) {
  const url = useUrlState();
  const [a, b] = [useMemberDiff(left), useMemberDiff(right)];
  const view = url.get("view") === "left" ? "left" : url.get("view") === "right" ? "right" : "between";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const titles = { left: memberTitle(left.member), right: memberTitle(right.member) };
  return (
    <section aria-labelledby="comparison" className="flex h-[85dvh] flex-col gap-2 border-t p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} id="comparison" tabIndex={-1} className="font-semibold text-sm outline-none">
          Compare changes
        </h2>
        <Segmented
          label="Shown changes"
          value={view}
          options={[
            { value: "between", label: "Differences" },
            { value: "left", label: `Agent ${left.position}` },
            { value: "right", label: `Agent ${right.position}` },
          ]}
          onChange={(next) => url.set({ view: next === "between" ? "" : next })}
        />
        <p className="min-w-0 flex-1 truncate text-muted-foreground text-xs">
          {view === "between" ? `From ${titles.left} to ${titles.right}` : titles[view]}
        </p>
        <Button size="smallIcon" variant="ghost" aria-label="Close comparison" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {view === "between" ? <Between a={a} b={b} /> : <OneDiff key={view} diff={view === "left" ? a : b} />}
    </section>
  );
}

const texts = {
  none: "This agent didn't push any changes.",
  elsewhere: "The repository is on another server, so its changes can't be compared.",
  deleted: "The branch no longer exists.",
  direct: "The agent commits directly to the base branch, so there is nothing to compare it with.",
} as const;

function Notice({ children }: { children: string }) {
  return <p className="py-12 text-center text-muted-foreground text-sm">{children}</p>;
}

function OneDiff({ diff }: { diff: AgentDiff }) {
  const load = useFileTexts(nameOf(diff), diff.refs ?? { base: "", head: "" });
  if (diff.error) {
    return (
      <CallFailure error={diff.error} onRetry={diff.retry}>
        Couldn't load the changes.
      </CallFailure>
    );
  }
  if (diff.state === "loading" || (diff.state === "ready" && !diff.complete)) {
    return <SkeletonRows label="Loading changes" />;
  }
  if (diff.state !== "ready") return <Notice>{texts[diff.state]}</Notice>;
  return <Files files={diff.files} load={load} empty="The branch is identical to its base." />;
}

/** The changes from one agent's result to the other's. Changes they have in common are omitted. */
function Between({ a, b }: { a: AgentDiff; b: AgentDiff }) {
  const isSame = a.repository !== undefined && a.repository.id === b.repository?.id;
  const commits = (diff: AgentDiff) => ({ baseSha: diff.refs?.base ?? "", headSha: diff.refs?.head ?? "" });
  const isReady = isSame && a.refs !== undefined && b.refs !== undefined;
  const between = useQuery({ ...versionsDiffQuery(nameOf(a), commits(a), commits(b)), enabled: isReady });
  const failed = a.error ?? b.error ?? between.error;
  if (failed) {
    const retry = () => {
      for (const diff of [a, b]) if (diff.error) diff.retry();
      if (between.error) void between.refetch();
    };
    return (
      <CallFailure error={failed} onRetry={retry}>
        Couldn't compare the changes.
      </CallFailure>
    );
  }
  for (const { state } of [a, b]) if (state !== "loading" && state !== "ready") return <Notice>{texts[state]}</Notice>;
  if (a.repository && b.repository && !isSame) {
    return <Notice>The agents changed different repositories. View each agent's changes instead.</Notice>;
  }
  if (!between.data) return <SkeletonRows label="Comparing changes" />;
  return <Files files={between.data.files} empty="Both agents made the same changes." />;
}

interface FilesProps {
  files: readonly CommitFile[];
  load?: ((file: CommitFile) => Promise<{ before: string; after: string }>) | undefined;
  empty: string;
}

function Files({ files, load, empty }: FilesProps) {
  const [range, setRange] = useState<DiffRange>();
  if (files.length === 0) return <Notice>{empty}</Notice>;
  const lines = files.reduce(
    (sum, file) => ({ additions: sum.additions + file.additions, deletions: sum.deletions + file.deletions }),
    { additions: 0, deletions: 0 },
  );
  return (
    <DiffWorkbench fill files={files} range={range} onRange={setRange} load={load}>
      <LineCounts {...lines} />
    </DiffWorkbench>
  );
}
