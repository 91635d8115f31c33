import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const looks = {
  open: { word: "Open", tone: "success", icon: GitPullRequest },
  draft: { word: "Draft", tone: "neutral", icon: GitPullRequestDraft },
  closed: { word: "Closed", tone: "danger", icon: GitPullRequestClosed },
  merged: { word: "Merged", tone: "info", icon: GitMerge },
} as const;

type Known = keyof typeof looks;
const isKnown = (state: string): state is Known => Object.hasOwn(looks, state);

/** The state's name: merged takes precedence over closed, draft over open. An unknown state is shown as it is. */
export function pullState({ state, merged, draft }: Pick<PullRequest, "state" | "merged" | "draft">): string {
  if (merged) return "merged";
  return state === "open" && draft ? "draft" : state;
}

export function PullState({ pull }: { pull: Pick<PullRequest, "state" | "merged" | "draft"> }) {
  const state = pullState(pull);
  const {
    word,
    tone,
    icon: Icon,
  } = isKnown(state) ? looks[state] : { word: state, tone: "neutral" as const, icon: GitPullRequest };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="sr-only">Pull request:</span>
      {word}
    </Badge>
  );
}
