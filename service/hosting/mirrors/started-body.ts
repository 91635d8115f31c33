import type { Context } from "../../core/context";
import { repoBody } from "../repositories/repo-body";
import { jobBody } from "./mirror-row";

/** What is answered when a transition began: the job, and beside its fields the repository and the job once more. */
export function startedBody(
  context: Context,
  repository: Parameters<typeof repoBody>[1],
  row: Parameters<typeof jobBody>[0],
) {
  const job = jobBody(row);
  return { ...job, repository: repoBody(context, repository), job };
}
