import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type Clock, isoTime, systemClock } from "@/lib/core/clock";
import type { ApiResponse } from "../../../testing/test-service";
import { installedApp } from "../../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../../pulls/testing/pull-fixture";

export const checkScopes = ["repository:checks:read", "repository:checks:write", "repository:contents:write"];

export interface Posted {
  checkSuite: CheckSuite;
  checkRun: CheckRun;
  outcome: string;
}

export interface Reporter {
  appId: string;
  token: string;
  /** Posts a check run, with defaults for omitted fields. */
  send(input: { sha?: string; suite?: object; run?: object }): Promise<ApiResponse>;
  /** Like `send`, but throws unless the post is accepted. */
  post(input: { sha?: string; suite?: object; run?: object }): Promise<Posted>;
}

export interface Checks extends PullRequests {
  pull: PullRequest;
  /** The pull request's head. */
  sha: string;
  app: Reporter;
  /** Installs another app with the same permissions. */
  newApp(): Promise<Reporter>;
  /** Sends a request as the first user, or with another credential. */
  request(method: string, path: string, body?: unknown, key?: string): Promise<ApiResponse>;
  /** Commits a change and returns its id, so a test has its own commit. */
  newHead(): Promise<string>;
  /** The time a number of seconds ago, in the format of posts. */
  ago(seconds: number): string;
}

/** A repository with an open pull request and an app that reports checks. */
export async function startChecks(
  clock: Clock = systemClock,
  environment: Record<string, string> = {},
): Promise<Checks> {
  const pulls = await startPullRequests(environment, clock);
  const { test, path } = pulls;
  await pulls.branch("topic", { "a.txt": "a\n" });
  const pull = await pulls.open("topic");
  const ago = (seconds: number) => isoTime(test.service.clock.now() - seconds * 1000);

  async function newApp(): Promise<Reporter> {
    const { token, app } = await installedApp(test, { scopes: checkScopes });
    const send: Reporter["send"] = ({ sha = pull.head.sha, suite = {}, run = {} }) =>
      test.send("POST", `${path}/check-runs`, {
        key: token,
        body: {
          headSha: sha,
          checkSuite: { key: "ci", name: "CI", externalId: "suite-1", ...suite },
          checkRun: {
            key: "lint",
            name: "Lint",
            externalId: "run-1",
            status: "completed",
            ...(Object.hasOwn(run, "status") ? {} : { conclusion: "success" }),
            externalUpdatedAt: ago(60),
            ...run,
          },
        },
      });
    return {
      appId: app.id,
      token,
      send,
      async post(input) {
        const response = await send(input);
        if (response.status !== 200) throw new Error(`post failed: ${JSON.stringify(response.body)}`);
        return response.body as Posted;
      },
    };
  }

  let heads = 0;
  return {
    ...pulls,
    pull,
    sha: pull.head.sha,
    app: await newApp(),
    newApp,
    ago,
    request: (method, rest, body, key) =>
      test.send(method, `${path}/${rest}`, { ...(body === undefined ? {} : { body }), ...(key ? { key } : {}) }),
    newHead() {
      heads += 1;
      return pulls.branch(`head-${heads}`, { "a.txt": `${heads}\n` });
    },
  };
}
