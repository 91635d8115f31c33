"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { Badge, type Tone } from "@/components/ui/badge";
import { CallFailure } from "@/components/ui/call-failure";
import { RelativeTime } from "@/components/ui/relative-time";
import type { GitHubPull } from "@/lib/contract/dashboard/pulls/list-github-pulls";
import { paths } from "@/lib/model/paths";
import { type GitHubPullNeed, gitHubPullNeed } from "@/lib/model/pulls/github-pull-need";
import { gitHubPullsQuery } from "./pull-queries";
import { PullState } from "./pull-state";

const needBadges: Readonly<Record<GitHubPullNeed, { label: string; tone: Tone }>> = {
  checks: { label: "Checks failed", tone: "danger" },
  ready: { label: "Ready to merge", tone: "success" },
  blocked: { label: "Blocked", tone: "warning" },
};

/** Agents' pull requests on GitHub. Empty lists aren't shown. */
export function GitHubPulls({ state, q }: { state: "open" | "closed" | "merged" | "all"; q: string }) {
  const { data, error, refetch } = useQuery(gitHubPullsQuery({ state, q }));
  if (error && !data) {
    return (
      <div className="p-4">
        <CallFailure error={error} onRetry={() => refetch()}>
          Couldn&apos;t load the pull requests on GitHub.
        </CallFailure>
      </div>
    );
  }
  if (!data || data.pulls.length === 0) return null;
  return (
    <section aria-labelledby="github-pulls">
      <h2 id="github-pulls" className="border-b px-4 py-2 font-medium text-muted-foreground text-xs">
        On GitHub
      </h2>
      <ul aria-label="Pull requests on GitHub">
        {data.pulls.map((pull) => (
          <GitHubPullRow key={pull.url} pull={pull} />
        ))}
      </ul>
    </section>
  );
}

function GitHubPullRow({ pull: { url, repository, facts, agent } }: { pull: GitHubPull }) {
  const { external } = facts;
  if (!external) return null;
  const need = gitHubPullNeed(facts);
  return (
    <li
      data-row
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60 md:grid-cols-[6rem_minmax(0,1fr)_auto_6rem]"
    >
      <span className="order-2 justify-self-end md:order-none md:justify-self-start">
        <PullState pull={{ ...facts, merged: facts.state === "merged" }} />
      </span>
      <span className="order-1 min-w-0 md:order-none">
        <a href={url} target="_blank" rel="noopener noreferrer" className="flex items-center gap-1 font-medium text-sm">
          <span className="truncate">{external.title}</span>
          <ExternalLink aria-hidden className="size-3 shrink-0" />
        </a>
        <span className="block truncate text-muted-foreground text-xs">
          {repository} #{external.number} by{" "}
          <Link href={paths.agent(agent.id)} className="underline underline-offset-2">
            {agent.name || "Unnamed"}
          </Link>{" "}
          · <span className="font-mono">{external.head}</span> into <span className="font-mono">{external.base}</span>
        </span>
      </span>
      <span className="order-3 flex flex-wrap items-center gap-2 text-xs md:order-none">
        {need ? <Badge tone={needBadges[need.need].tone}>{need.why || needBadges[need.need].label}</Badge> : null}
        <span className="tabular-nums">
          <span className="text-success">+{facts.additions.toLocaleString("en")}</span>{" "}
          <span className="text-danger">−{facts.deletions.toLocaleString("en")}</span>
        </span>
      </span>
      {external.updatedAt ? (
        <RelativeTime
          iso={external.updatedAt}
          className="order-4 text-right text-muted-foreground text-xs md:order-none"
        />
      ) : null}
    </li>
  );
}
