"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "@/components/ui/error-notice";
import { LoadState } from "@/components/ui/load-state";
import { CreateGitHubApp } from "./create-github-app";
import { GitHubAccounts } from "./github-accounts";
import { gitHubServersQuery } from "./github-queries";
import { GitHubServerSection } from "./github-server-section";

type Outcome = readonly [tone: "success" | "danger", text: string];

/** What is shown after returning from GitHub. */
const outcomes: Readonly<Record<string, Outcome>> = {
  created: ["success", "GitHub App created. Install it on the accounts whose repositories agents work on."],
  "created-failed": [
    "danger",
    "Couldn't create the GitHub App. If it exists on GitHub, delete it there, then try again.",
  ],
  connected: ["success", "GitHub account connected."],
  "connected-failed": ["danger", "Couldn't connect your GitHub account. Connect it again, and confirm on GitHub."],
  exists: ["danger", "This server already has a GitHub App. Delete it first."],
  invalid: ["danger", "Enter a host name such as github.com and, optionally, the name of an organization."],
  expired: ["danger", "The request expired, or another user started it. Try again."],
  "signed-out": ["danger", "Sign in with the required role, then try again."],
};

interface GitHubScreenProps {
  isAdmin: boolean;
  /** Viewers can't merge or comment, so they connect no account. */
  canConnect: boolean;
  /** The result of returning from GitHub. */
  outcome: string;
}

/** Settings → GitHub: the user's accounts, and for admins the servers with their apps. */
export function GitHubScreen({ isAdmin, canConnect, outcome: name }: GitHubScreenProps) {
  const outcome = Object.hasOwn(outcomes, name) ? outcomes[name] : undefined;
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      {outcome?.[0] === "success" ? (
        <p role="status" className="rounded-md border border-success/40 bg-success-soft p-3">
          {outcome[1]}
        </p>
      ) : null}
      {outcome?.[0] === "danger" ? <ErrorNotice title={outcome[1]} /> : null}
      {canConnect ? <GitHubAccounts /> : <p>You need the Operator role to connect a GitHub account.</p>}
      {isAdmin ? <GitHubServers /> : null}
    </div>
  );
}

function GitHubServers() {
  const query = useQuery(gitHubServersQuery);
  const { data } = query;
  return (
    <section aria-label="GitHub servers" className="space-y-3">
      <h2 className="font-medium">Servers</h2>
      <p className="text-muted-foreground">
        With a GitHub App, agents clone, push, and open pull requests with tokens that are limited to their repositories
        and expire after an hour. Without one, a token in GITHUB_TOKENS is used.
      </p>
      <LoadState query={query} failed="Couldn't load the GitHub servers." loading="Loading GitHub servers" />
      {data?.items.length === 0 ? <p>No GitHub servers yet.</p> : null}
      {data?.items.map((server) => (
        <GitHubServerSection key={server.host} server={server} />
      ))}
      {data ? <CreateGitHubApp /> : null}
    </section>
  );
}
