import { finishGitHubApp } from "@/lib/contract/admin/github-apps/finish-github-app";
import { startGitHubApp } from "@/lib/contract/admin/github-apps/start-github-app";
import { systemClock } from "@/lib/core/clock";
import { readSettings } from "@/lib/core/settings/settings";
import { createGitHub } from "@/service/github/github";
import { appPermissions } from "@/service/github/installations";
import { type GitHubStandIn, startGitHubStandIn } from "@/service/github/testing/github-stand-in";
import { withoutDelays } from "@/service/github/testing/without-delays";
import { createRemotes } from "@/service/remotes/remotes";
import { startTestService, type TestService } from "@/service/testing/test-service";

export const dashboardUrl = "https://dashboard.example.com";

export interface ConnectedService {
  gitHub: GitHubStandIn;
  test: TestService;
  /** Connects the service again, with these tokens. */
  connect(tokens?: Record<string, string>): void;
  /** Creates the app, and installs it with all permissions unless others are given. */
  createApp(permissions?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** A service that can reach a stand-in of GitHub, and that GitHub can reach. */
export async function startConnectedService(): Promise<ConnectedService> {
  const gitHub = await startGitHubStandIn();
  // Tests check what agents can see of the tokens.
  const environment = { SERVICE_PUBLIC_URL: "https://slipway.example.com", SANDBOX: "auto" };
  const test = await startTestService(environment, systemClock);
  const { apps } = test.service.github;

  function connect(tokens: Record<string, string> = {}): void {
    const settings = readSettings({ GITHUB_TOKENS: JSON.stringify(tokens) });
    const { clock, log } = test.service;
    const { remotes, network } = gitHub.connection;
    test.service.github = createGitHub(settings, { clock, log, network, apps, delays: withoutDelays });
    test.service.remotes = createRemotes(settings, remotes, test.service.github);
  }

  connect();
  return {
    gitHub,
    test,
    connect,
    async createApp(permissions = appPermissions) {
      const key = test.keys.admin;
      const body = { host: gitHub.host, redirectUrl: `${dashboardUrl}/api/github-app` };
      const { action, manifest, state } = await test.call(startGitHubApp, { key, body });
      const code = gitHub.confirmManifest(action, manifest).searchParams.get("code") ?? "";
      await test.call(finishGitHubApp, { key, body: { state, code } });
      if (gitHub.state.app) gitHub.state.app.installation = { permissions: { ...permissions }, suspended: false };
    },
    async close() {
      await test.close();
      await gitHub.stop();
    },
  };
}
