import { z } from "zod";

const Numbers = z.array(z.looseObject({ number: z.number().int().positive() })).catch([]);
const Repository = z.looseObject({ html_url: z.string().regex(/^https:\/\/[^/]+\/[A-Za-z0-9_-]+\/[A-Za-z0-9._-]+$/) });
const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

const PullEvent = z.looseObject({
  repository: Repository,
  pull_request: z.looseObject({ number: z.number().int().positive() }),
});
const CheckEvent = z.looseObject({
  repository: Repository,
  check_run: z.looseObject({ head_sha: sha, pull_requests: Numbers }),
});
const WorkflowEvent = z.looseObject({
  repository: Repository,
  workflow_run: z.looseObject({ head_sha: sha, pull_requests: Numbers }),
});
const StatusEvent = z.looseObject({ repository: Repository, sha });

/** The pull requests that a webhook is about. Without numbers, it can be any with the commit. */
export interface WebhookChange {
  /** Without `https://`. */
  repository: string;
  pulls: number[];
  sha?: string;
}

const repositoryOf = ({ html_url }: z.infer<typeof Repository>) => html_url.slice("https://".length);
const numbersOf = (pulls: z.infer<typeof Numbers>) => [...new Set(pulls.map(({ number }) => number))].slice(0, 100);

/** Reads what a webhook changed; undefined if it affects no pull request or can't be parsed. */
export function parseWebhookChange(event: string, payload: unknown): WebhookChange | undefined {
  if (event === "pull_request" || event === "pull_request_review") {
    const read = PullEvent.safeParse(payload).data;
    return read && { repository: repositoryOf(read.repository), pulls: [read.pull_request.number] };
  }
  if (event === "check_run") {
    const read = CheckEvent.safeParse(payload).data;
    if (!read) return undefined;
    const { head_sha, pull_requests } = read.check_run;
    return { repository: repositoryOf(read.repository), pulls: numbersOf(pull_requests), sha: head_sha };
  }
  if (event === "workflow_run") {
    const read = WorkflowEvent.safeParse(payload).data;
    if (!read) return undefined;
    const { head_sha, pull_requests } = read.workflow_run;
    return { repository: repositoryOf(read.repository), pulls: numbersOf(pull_requests), sha: head_sha };
  }
  if (event === "status") {
    const read = StatusEvent.safeParse(payload).data;
    return read && { repository: repositoryOf(read.repository), pulls: [], sha: read.sha };
  }
  return undefined;
}

/** Events after which cached installations and their tokens are outdated. */
export const isInstallationEvent = (event: string) => event === "installation" || event === "installation_repositories";
