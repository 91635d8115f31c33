import { type OutsideRemote, RemoteRefused } from "@/git/remote";
import { RunFailure } from "@/runner/limits/run-failure";
import type { Remotes } from "../remotes/remotes";

/** How a run accesses a repository on another server. Throws {@link RunFailure} if it can't. */
export async function remoteOfRun(remotes: Remotes, url: string, runId: string): Promise<OutsideRemote | undefined> {
  try {
    return await remotes.access(url, runId);
  } catch (error) {
    if (!(error instanceof RemoteRefused)) throw error;
    const code = error.reason === "unavailable" ? "upstream_error" : "repository_access";
    throw new RunFailure(code, error.message, { cause: error });
  }
}
