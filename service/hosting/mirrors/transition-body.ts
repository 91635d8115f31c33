import type { Context } from "../../core/context";
import { repoBody } from "../repositories/repo-body";
import { jobBody } from "./mirror-row";

/** The response when a transition starts: the job's fields, plus the repository and the job itself. */
export function transitionBody(
  context: Context,
  repository: Parameters<typeof repoBody>[1],
  row: Parameters<typeof jobBody>[0],
) {
  const job = jobBody(row);
  return { ...job, repository: repoBody(context, repository), job };
}
