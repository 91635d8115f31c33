import { createAgent } from "@/lib/contract/agents/create-agent";
import { createGitHub } from "../../github/github";
import { appPermissions } from "../../github/installations";
import { startGitHubStandIn } from "../../github/testing/github-stand-in";
import { withoutDelays } from "../../github/testing/without-delays";
import { createRemotes } from "../../remotes/remotes";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const origin = "https://dashboard.example.com";
const redirectUrl = `${origin}/api/github-app`;
const unknownAgent = "bc-00000000-0000-4000-8000-000000000000";
const head = "0".repeat(40);

/** Requests for GitHub Apps, users' accounts, and pull requests on GitHub. */
export function gitHubExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const admin = () => ({ key: test().keys.admin });

  /** Runs with a stand-in of GitHub, and optionally an app that was created there. */
  async function withGitHub(use: (gitHub: Awaited<ReturnType<typeof startGitHubStandIn>>) => Promise<void>) {
    const gitHub = await startGitHubStandIn();
    const { service } = test();
    const { github, remotes, clock, log, settings } = service;
    service.github = createGitHub(
      { githubTokens: {}, privateRemotes: {} },
      { clock, log, network: gitHub.connection.network, apps: github.apps, delays: withoutDelays },
    );
    service.remotes = createRemotes(settings, gitHub.connection.remotes, service.github);
    try {
      await use(gitHub);
    } finally {
      Object.assign(service, { github, remotes });
      await gitHub.stop();
    }
  }

  async function withApp(use: (gitHub: Awaited<ReturnType<typeof startGitHubStandIn>>) => Promise<void>) {
    await withGitHub(async (gitHub) => {
      const { host } = gitHub;
      const { body } = await exchange("startGitHubApp", 201, { ...admin(), body: { host, redirectUrl } });
      const { action, manifest, state } = Object(body);
      const code = gitHub.confirmManifest(String(action), String(manifest)).searchParams.get("code");
      await exchange("finishGitHubApp", 200, { ...admin(), body: { state, code } });
      if (gitHub.state.app) gitHub.state.app.installation = { permissions: { ...appPermissions }, suspended: false };
      try {
        await use(gitHub);
      } finally {
        await exchange("deleteGitHubApp", 200, { ...admin(), params: { host } });
      }
    });
  }

  const connect = async (gitHub: Awaited<ReturnType<typeof startGitHubStandIn>>) => {
    const sent = { host: gitHub.host, redirectUrl: `${origin}/api/github-connection` };
    const { body } = await exchange("startGitHubConnection", 201, { body: sent });
    const { authorizationUrl, state } = Object(body);
    const authorized = await test().service.github.oauthFetch.send(new URL(String(authorizationUrl)));
    const code = new URL(authorized.headers.get("location") ?? "").searchParams.get("code") ?? "";
    await exchange("finishGitHubConnection", 200, { body: { state, response: { code } } });
  };

  /** The pull request of an agent on GitHub. */
  const pullOf = async (gitHub: Awaited<ReturnType<typeof startGitHubStandIn>>) => {
    const prompt = { text: "Add it.\n```file new.txt\nnew\n```" };
    const { agent, run } = await test().call(createAgent, {
      body: { prompt, repos: [{ url: gitHub.url }], autoCreatePR: true },
    });
    await test().stream(agent.id, run.id);
    return { params: { id: agent.id }, url: `${gitHub.url}/pull/1` };
  };

  return {
    async listGitHubServers() {
      await withApp(async () => void (await exchange("listGitHubServers", 200, admin())));
      await exchange("listGitHubServers", 403);
    },
    async startGitHubApp() {
      await exchange("startGitHubApp", 400, { ...admin(), body: { host: "https://github.com", redirectUrl } });
      await withApp(async ({ host }) => {
        await exchange("startGitHubApp", 409, { ...admin(), body: { host, redirectUrl } });
      });
    },
    async finishGitHubApp() {
      await exchange("finishGitHubApp", 400, { ...admin(), body: { state: "unknown", code: "x" } });
    },
    async deleteGitHubApp() {
      await exchange("deleteGitHubApp", 404, { ...admin(), params: { host: "github.com" } });
    },
    async listGitHubChanges() {
      await exchange("listGitHubChanges", 200, admin());
      await exchange("listGitHubChanges", 200, { ...admin(), query: { after: "0" } });
      await exchange("listGitHubChanges", 400, { ...admin(), query: { after: "x" } });
    },
    async listGitHubConnections() {
      await exchange("listGitHubConnections", 200);
    },
    async startGitHubConnection() {
      await exchange("startGitHubConnection", 400, { body: { host: "github.com", redirectUrl } });
    },
    async finishGitHubConnection() {
      await exchange("finishGitHubConnection", 400, { body: { state: "unknown", response: {} } });
    },
    async deleteGitHubConnection() {
      await withApp(async (gitHub) => {
        await connect(gitHub);
        await exchange("listGitHubConnections", 200);
        await exchange("deleteGitHubConnection", 200, { params: { host: gitHub.host } });
      });
      await exchange("deleteGitHubConnection", 404, { params: { host: "github.com" } });
    },
    async mergeAgentPullRequest() {
      const body = { url: "https://github.com/acme/widgets/pull/1", expectedHead: head, method: "merge" };
      await exchange("mergeAgentPullRequest", 404, { params: { id: unknownAgent }, body });
      await withApp(async (gitHub) => {
        const { params, url } = await pullOf(gitHub);
        await exchange("mergeAgentPullRequest", 409, { params, body: { ...body, url } });
      });
    },
    async commentOnAgentPullRequest() {
      const body = { url: "https://github.com/acme/widgets/pull/1", body: "Looks good" };
      await exchange("commentOnAgentPullRequest", 404, { params: { id: unknownAgent }, body });
      await withApp(async (gitHub) => {
        const { params, url } = await pullOf(gitHub);
        await exchange("commentOnAgentPullRequest", 201, { params, body: { ...body, url } });
      });
    },
  };
}
