import { type ApiError, apiError } from "../core/http/api-error";
import type { GitHubProblem } from "./github-problem";

/** The error response of a request that GitHub rejected. */
export function gitHubApiError({ kind, reason, message }: GitHubProblem): ApiError {
  if (reason === "conflict") return apiError.agents(409, "pull_request_conflict", message);
  if (kind === "unavailable") return apiError.agents(503, "github_unavailable", message);
  if (kind === "missing") return apiError.agents(404, "github_not_found", message);
  if (kind === "denied") return apiError.agents(403, "github_denied", message);
  return apiError.agents(400, "github_rejected", message);
}
