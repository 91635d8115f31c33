import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { truncateText } from "@/lib/core/plain-text";

const maxFailed = 20;
const maxTitleLength = 300;
const maxSummaryLength = 4_000;

/** A check, workflow run or commit status. */
export interface HostCheck {
  name: string;
  status: "passed" | "failed" | "pending";
  /** The host's word for the result. */
  result: string;
  url: string | undefined;
  title: string;
  summary: string;
}

/** The URL if it is a link for a browser. */
export const webLink = (url: string | null | undefined) => (url?.startsWith("https://") ? url : undefined);

/** The worst result and the failed checks. Unknown if not all checks could be read, unless one of those read failed. */
export function summarizeChecks(checks: readonly HostCheck[], isComplete: boolean): AgentPullRequest["checks"] {
  const failed = checks.filter(({ status }) => status === "failed");
  const pending = checks.some(({ status }) => status === "pending");
  const settled = pending ? "pending" : checks.length > 0 ? "passed" : "none";
  const state = failed.length > 0 ? "failed" : isComplete ? settled : "unknown";
  return {
    state,
    total: checks.length,
    failed: failed.slice(0, maxFailed).map(({ name, result, url, title, summary }) => ({
      name,
      result,
      ...(url === undefined ? {} : { url }),
      title: truncateText(title, maxTitleLength),
      summary: truncateText(summary, maxSummaryLength),
    })),
  };
}
