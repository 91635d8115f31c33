import { z } from "zod";
import { printableText, truncateText } from "@/lib/core/plain-text";
import { CodeHostProblem } from "../code-hosts/code-host-problem";
import {
  credentialName,
  type GitHubCredential,
  permissionFix,
  rejectedCredential,
  repositoryFix,
} from "./github-credential";

const maxMessageLength = 300;

/** A request that GitHub rejected or didn't answer. The message says what to do about it. */
export class GitHubProblem extends CodeHostProblem {
  constructor(
    /** `unavailable`: the same request may succeed later. */
    readonly kind: "denied" | "missing" | "invalid" | "unavailable",
    message: string,
    /** `credential`: the server no longer accepts it. `conflict`: the resource's state doesn't allow the request. */
    readonly reason?: "credential" | "conflict",
  ) {
    super(message);
    this.name = "GitHubProblem";
  }
}

/** The part of Octokit's errors that is used. */
const RequestError = z.object({
  status: z.number(),
  response: z
    .object({
      headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()),
      data: z.looseObject({ message: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type RequestError = z.infer<typeof RequestError>;

const ValidationErrors = z.array(z.union([z.string(), z.looseObject({ message: z.string().optional() })]));

const shown = (text: string) => truncateText(printableText(text).replace(/\s+/g, " "), maxMessageLength);

const headerOf = ({ response }: RequestError, name: string) => {
  const value = response?.headers[name];
  return value === undefined ? undefined : String(value);
};

/** `contents=read,pull_requests=write` as `Contents: read and Pull requests: write`. */
export function permissionNames(header: string): string {
  const name = (text: string) => {
    const [permission = "", level = ""] = text.trim().split("=");
    const words = permission.replaceAll("_", " ");
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: ${level}`;
  };
  return header
    .split(";")
    .map((all) => all.split(",").map(name).join(" and "))
    .join(" or ");
}

/** Seconds until GitHub accepts requests again; undefined if the error isn't a rate limit. */
function limitedSeconds(error: RequestError, now: number): number | undefined {
  if (error.status !== 403 && error.status !== 429) return undefined;
  const retryAfter = headerOf(error, "retry-after");
  if (retryAfter !== undefined) return Number(retryAfter) || 60;
  if (headerOf(error, "x-ratelimit-remaining") === "0") {
    return Math.max(1, Math.ceil(Number(headerOf(error, "x-ratelimit-reset")) - now / 1_000) || 60);
  }
  return error.status === 429 || /secondary rate/i.test(error.response?.data?.message ?? "") ? 60 : undefined;
}

function deniedProblem(error: RequestError, host: string, credential: GitHubCredential): GitHubProblem {
  const [, authorizeUrl] = /\burl=(https:\/\/[^\s;]+)/.exec(headerOf(error, "x-github-sso") ?? "") ?? [];
  if (authorizeUrl !== undefined) {
    const what = credential.kind === "token" ? `the token of ${host}` : credentialName(credential);
    const message = `The organization requires single sign-on. Authorize ${what} at ${shown(authorizeUrl)}`;
    return new GitHubProblem("denied", message);
  }
  const accepted = headerOf(error, "x-accepted-github-permissions");
  const given = error.response?.data?.message ?? "no reason given";
  const fix = accepted ? ` ${permissionFix(credential, shown(permissionNames(accepted)))}.` : "";
  const message = `${host} denied access with ${credentialName(credential)}: ${shown(given)}.${fix}`;
  return new GitHubProblem("denied", message);
}

function invalidProblem(error: RequestError, host: string): GitHubProblem {
  const details = ValidationErrors.safeParse(error.response?.data?.errors);
  const messages = (details.data ?? []).flatMap((each) => (typeof each === "string" ? each : (each.message ?? [])));
  const reason =
    messages.length > 0 ? messages.join("; ") : (error.response?.data?.message ?? `status ${error.status}`);
  return new GitHubProblem("invalid", `${host} rejected the request: ${shown(reason)}`);
}

/** Explains an error of Octokit. `what`: the requested resource, such as `acme/widgets`. */
export function explainGitHubError(
  error: unknown,
  {
    host,
    what,
    now,
    credential = { kind: "token" },
  }: { host: string; what: string; now: number; credential?: GitHubCredential },
): GitHubProblem {
  const parsed = RequestError.safeParse(error);
  if (!parsed.success || !parsed.data.response) return new GitHubProblem("unavailable", `Couldn't reach ${host}`);
  const { status } = parsed.data;
  const limited = limitedSeconds(parsed.data, now);
  if (limited !== undefined) {
    const what = credential.kind === "token" ? "the token" : credentialName(credential);
    return new GitHubProblem("unavailable", `${host} rate-limited ${what}. Try again in ${limited} s`);
  }
  if (status === 401) return new GitHubProblem("denied", rejectedCredential(credential, host), "credential");
  if (status === 403) return deniedProblem(parsed.data, host, credential);
  if (status === 404) {
    const who = credential.kind === "token" ? `the token of ${host}` : credentialName(credential);
    const message = `${what} doesn't exist, or ${who} can't access it. ${repositoryFix(credential)}`;
    return new GitHubProblem("missing", message);
  }
  if (status === 405 || status === 409) {
    const reason = shown(parsed.data.response.data?.message ?? "the pull request changed");
    return new GitHubProblem("invalid", `${host} rejected the request: ${reason}`, "conflict");
  }
  if (status >= 500)
    return new GitHubProblem("unavailable", `${host} is unavailable (status ${status}). Try again later`);
  return invalidProblem(parsed.data, host);
}
