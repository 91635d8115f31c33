"use client";

import { FileDiff, GitPullRequest, GitPullRequestArrow } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useDeferredValue, useState } from "react";
import DiffWorkbench from "@/components/diff/diff-workbench";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LineCounts } from "@/components/ui/line-counts";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch } from "@/lib/contract/agents/run";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { lineComment } from "@/lib/model/diff/line-comment";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { branchKey } from "./branch-key";
import { fetchCommand } from "./git-command";
import type { AgentDiff, DiffState } from "./use-agent-diff";

const CreatePullDialog = lazyPart(() => import("@/components/pulls/create-pull-dialog"));

interface AgentChangesProps {
  agent: Agent;
  branches: readonly Branch[];
  branch: Branch | undefined;
  onBranch: (branch: Branch) => void;
  diff: AgentDiff;
  /** Called after a comment was added to the follow-up; `undefined` if the user can't send one. */
  onComment: (() => void) | undefined;
}

/** The changes an agent pushed to a branch. A comment on a line becomes part of the next follow-up. */
export default function AgentChanges({ agent, branches, branch, onBranch, diff, onComment }: AgentChangesProps) {
  const { state, error, retry, files } = diff;
  return (
    <section aria-label="Branch changes" className="flex min-h-0 flex-1 flex-col gap-2 p-3">
      {branch ? <ChangesBar agent={agent} branches={branches} branch={branch} onBranch={onBranch} diff={diff} /> : null}
      {error ? (
        <CallFailure error={error} onRetry={retry}>
          {files.length > 0 ? "Showing the changes loaded so far." : "Couldn't load the changes."}
        </CallFailure>
      ) : null}
      {state === "ready" && files.length > 0 ? (
        <Diff agent={agent} diff={diff} onComment={onComment} />
      ) : state === "ready" && diff.complete ? (
        <NoChanges title="No changes" text="The branch is identical to its base." />
      ) : state === "loading" || state === "ready" ? (
        error ? null : (
          <SkeletonRows label="Loading changes" />
        )
      ) : (
        <Unavailable state={state} agent={agent} branch={branch} />
      )}
    </section>
  );
}

function NoChanges({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <EmptyState icon={FileDiff} title={title} action={children}>
      {text}
    </EmptyState>
  );
}

/** Why there is nothing to compare. */
function Unavailable({ state, agent, branch }: { state: DiffState; agent: Agent; branch: Branch | undefined }) {
  if (state === "none") {
    return <NoChanges title="No changes yet" text="Changes appear when the agent pushes its branch." />;
  }
  if (state === "deleted") {
    return <NoChanges title="Branch deleted" text="The branch no longer exists, so it can't be compared." />;
  }
  if (state === "direct") {
    const text = `The agent commits directly to ${branch?.branch}, so there is no base branch to compare with.`;
    return <NoChanges title="No base branch" text={text} />;
  }
  const command = branch && fetchCommand(agent, branch);
  return (
    <NoChanges title="Repository on another server" text="Fetch the branch to see its changes.">
      {command ? <code className="break-all rounded bg-code px-2 py-1 font-mono text-xs">{command}</code> : null}
    </NoChanges>
  );
}

interface ChangesBarProps extends Pick<AgentChangesProps, "agent" | "branches" | "onBranch" | "diff"> {
  branch: Branch;
}

function ChangesBar({ agent, branches, branch, onBranch, diff }: ChangesBarProps) {
  const [creating, setCreating] = useState(false);
  const { repository, pull, refs, lines, files, complete } = diff;
  const name = repository && { ownerSlug: repository.owner.slug, repoName: repository.name };
  const base = pull?.base.ref ?? refs?.base;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {branches.length > 1 ? (
        <div className="w-56">
          <Select
            aria-label="Branch"
            value={branchKey(branch)}
            onChange={({ target }) => {
              const next = branches.find((each) => branchKey(each) === target.value);
              if (next) onBranch(next);
            }}
          >
            {branches.map((each) => (
              <option key={branchKey(each)} value={branchKey(each)}>
                {each.branch}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      <p className="min-w-0 truncate font-mono text-muted-foreground text-xs">
        {base ? `${base} … ` : null}
        <span className="text-foreground">{branch.branch}</span>
      </p>
      {lines ? <LineCounts {...lines} /> : null}
      {files.length > 0 ? (
        <span className="text-muted-foreground text-xs">
          {counted(files.length, "file")}
          {complete ? "" : ", loading…"}
        </span>
      ) : null}
      <span className="ml-auto flex items-center gap-2">
        {name && refs && !pull ? (
          <Button asChild size="small" variant="ghost">
            <Link
              prefetch={false}
              href={paths.repositoryAt(name, { view: "compare", base: refs.base, ref: branch.branch ?? refs.head })}
            >
              Compare
            </Link>
          </Button>
        ) : null}
        {name && pull ? (
          <Button asChild size="small">
            <Link prefetch={false} href={paths.pullFiles({ ...name, pullNumber: pull.number })}>
              <GitPullRequest aria-hidden />
              Open pull request #{pull.number}
            </Link>
          </Button>
        ) : null}
        {name && refs && !pull && files.length > 0 ? (
          <Button size="small" onClick={() => setCreating(true)}>
            <GitPullRequestArrow aria-hidden />
            Create pull request
          </Button>
        ) : null}
      </span>
      {creating && name && refs ? (
        <CreatePullDialog
          repositories={[`${name.ownerSlug}/${name.repoName}`]}
          open
          onOpenChange={setCreating}
          initial={{ title: agent.name, head: branch.branch ?? "", base: refs.base }}
        />
      ) : null}
    </div>
  );
}

function Diff({ agent, diff, onComment }: Pick<AgentChangesProps, "agent" | "diff" | "onComment">) {
  const { repository, refs } = diff;
  // Pages arrive faster than thousands of files can be laid out again; only the newest list needs to be.
  const files = useDeferredValue(diff.files);
  const [range, setRange] = useState<DiffRange>();
  const draft = useLocalStore(`draft.follow-up.${agent.id}`, plainText);
  const name = { ownerSlug: repository?.owner.slug ?? "", repoName: repository?.name ?? "" };
  const load = useFileTexts(name, refs ?? { base: "", head: "" });
  const comment = (on: DiffRange) => {
    const before = draft.read().trimEnd();
    draft.write(`${before === "" ? "" : `${before}\n\n`}${lineComment(files, on)}`);
    onComment?.();
  };
  return (
    <DiffWorkbench
      fill
      files={files}
      range={range}
      onRange={setRange}
      load={load}
      onComment={onComment ? comment : undefined}
    />
  );
}
