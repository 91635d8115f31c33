import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const states = {
  open: { label: "Open", tone: "success", icon: GitPullRequest },
  draft: { label: "Draft", tone: "neutral", icon: GitPullRequestDraft },
  closed: { label: "Closed", tone: "danger", icon: GitPullRequestClosed },
  merged: { label: "Merged", tone: "info", icon: GitMerge },
} as const;

type Known = keyof typeof states;
const isKnown = (state: string): state is Known => Object.hasOwn(states, state);

/** The displayed state: merged takes precedence over closed, draft over open. An unknown state is returned as is. */
export function pullState({ state, merged, draft }: Pick<PullRequest, "state" | "merged" | "draft">): string {
  if (merged) return "merged";
  return state === "open" && draft ? "draft" : state;
}

export function PullState({ pull }: { pull: Pick<PullRequest, "state" | "merged" | "draft"> }) {
  const state = pullState(pull);
  const {
    label,
    tone,
    icon: Icon,
  } = isKnown(state) ? states[state] : { label: state, tone: "neutral" as const, icon: GitPullRequest };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Pull request:</span>
      {label}
    </Badge>
  );
}
