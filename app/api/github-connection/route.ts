import { finishGitHubConnection } from "@/lib/contract/agents/finish-github-connection";
import { finishFlow } from "@/lib/server/github/finish-flow";
import { callService } from "@/lib/server/upstream/call-service";

export const dynamic = "force-dynamic";

/** Receives GitHub's redirect after a user authorized the GitHub App. */
export const GET = (request: Request): Promise<Response> =>
  finishFlow(request, finishGitHubConnection, {
    send: ({ state = "", ...response }, call) =>
      callService(finishGitHubConnection, { params: {}, body: { state, response }, ...call }),
    outcome: "connected",
  });
