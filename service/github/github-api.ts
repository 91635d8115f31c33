import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import type Bottleneck from "bottleneck";
import type { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import { apiUrl } from "./github-address";
import type { GitHubCredential } from "./github-credential";
import type { createGitHubFetch } from "./github-fetch";
import { explainGitHubError, GitHubProblem } from "./github-problem";

/** How long background work waits for a rate limit, in seconds. */
const longestWait = 90;

const Client = Octokit.plugin(retry, throttling);

export interface GitHubRequest {
  /** The requested resource in messages, such as `acme/widgets`. */
  what: string;
  /** For background work: waits for rate limits and repeats requests that the server didn't answer. */
  background: boolean;
  parameters: Readonly<Record<string, unknown>>;
}

/** The REST API of one GitHub server, with one credential. */
export interface GitHubApi {
  host: string;
  credential: GitHubCredential;
  /** Requests a route such as `GET /repos/{owner}/{repo}`. Throws {@link GitHubProblem}. */
  call<T>(route: string, request: GitHubRequest, schema: z.ZodType<T>): Promise<T>;
}

export interface GitHubApiOptions {
  host: string;
  credential: GitHubCredential;
  /** The token of the next request; undefined for requests without one. */
  token(): Promise<string | undefined>;
  fetch: ReturnType<typeof createGitHubFetch>;
  clock: Clock;
  log: Log;
  /** Only tests set it. */
  delays?: GitHubDelays | undefined;
}

/** The delays between requests, if they aren't those that GitHub asks for. */
export interface GitHubDelays {
  /** Milliseconds per second of a requested delay. */
  retryAfterBaseValue: number;
  /** The queues of requests that write, that notify users, and that search. */
  write: Bottleneck.Group;
  notifications: Bottleneck.Group;
  search: Bottleneck.Group;
}

export function createGitHubApi(options: GitHubApiOptions): GitHubApi {
  const { host, credential, token, fetch, clock, log, delays } = options;
  const mayWait = (seconds: number, { request }: { request?: unknown }, _client: unknown, retries: number) =>
    isBackground(request) && retries < 2 && seconds <= longestWait;
  // GitHub limits each user and each installation.
  const id = `${host} ${JSON.stringify(credential)}`;
  const client = new Client({
    baseUrl: apiUrl(host),
    userAgent: "Slipway",
    request: { fetch },
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message: string) => log.warn({ host }, message),
      error: (message: string) => log.warn({ host }, message),
    },
    retry: delays ? { retryAfterBaseValue: delays.retryAfterBaseValue } : {},
    throttle: { id, onRateLimit: mayWait, onSecondaryRateLimit: mayWait, ...delays },
  });
  return {
    host,
    credential,
    async call(route, { what, background, parameters }, schema) {
      // Any value would also repeat requests that GitHub rejected.
      const request = background ? { background } : { background, retries: 0 };
      const secret = await token();
      const headers = secret === undefined ? {} : { authorization: `bearer ${secret}` };
      const response = await client.request(route, { ...parameters, headers, request }).catch((error: unknown) => {
        throw explainGitHubError(error, { host, what, now: clock.now(), credential });
      });
      const parsed = schema.safeParse(response.data);
      if (parsed.success) return parsed.data;
      log.warn(
        { host, route, issues: parsed.error.issues.slice(0, 5) },
        "GitHub's response doesn't match its API description",
      );
      throw new GitHubProblem("unavailable", `${host} returned an unexpected response`);
    },
  };
}

function isBackground(request: unknown): boolean {
  return typeof request === "object" && request !== null && "background" in request && request.background === true;
}
