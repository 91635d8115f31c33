import { finishGitHubConnection } from "@/lib/contract/agents/finish-github-connection";
import { finishRedirect } from "@/lib/server/gateway/finish-redirect";
import { showGitHubResult } from "@/lib/server/github/github-flow";
import { callService } from "@/lib/server/upstream/call-service";

export const dynamic = "force-dynamic";

/** Receives GitHub's redirect after a user authorized the GitHub App. */
export const GET = (request: Request): Promise<Response> =>
  finishRedirect(request, finishGitHubConnection, {
    send: ({ state = "", ...response }, call) =>
      callService(finishGitHubConnection, { params: {}, body: { state, response }, ...call }),
    show: showGitHubResult("connected"),
  });
