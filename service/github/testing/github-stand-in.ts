import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "@/git/testing/git-fixture";
import { startTlsProxy } from "@/service/remotes/testing/remote-fixture";
import { type DescribedOperation, loadApiDescription } from "./api-description";
import { appOfManifest, appRoutes, conversionRoute, isAppToken, routePermissions } from "./app-handlers";
import { standInHandlers } from "./stand-in-handlers";
import type { StandInPrincipal, StandInState } from "./stand-in-parts";
import { signInPages } from "./stand-in-sign-in";

const apiPrefix = "/api/v3";
/** A token that can read and write `acme/widgets`. */
const token = "github_pat_test_token";

export interface Failure {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
  errors?: readonly { message: string }[];
}

/** An Enterprise server with the repository `acme/widgets`, which checks every exchange against GitHub's API description. */
export interface GitHubStandIn {
  host: string;
  token: string;
  /** Path of the certificate that its clients must trust. */
  certificate: string;
  /** URL of the repository. */
  url: string;
  server: GitServer;
  state: StandInState;
  /** How requests and responses differed from the description. */
  violations: string[];
  /** Handled requests, such as `POST /repos/acme/widgets/pulls`, with the status. */
  requests: string[];
  /** Fails the next requests of a route, such as `POST /repos/{owner}/{repo}/pulls`. */
  fail(route: string, ...failures: readonly Failure[]): void;
  /** Creates an app from a posted manifest, as the user does on GitHub. Returns the redirect. */
  confirmManifest(action: string, manifest: string): URL;
  /** Pushes a branch with a new file, based on `from`. Returns its commit. */
  branch(name: string, from?: string): Promise<string>;
  /** Options that connect the service's clients to this server. */
  connection: {
    remotes: { resolve(): Promise<{ address: string }[]>; isPublic(): boolean; config: Record<string, string> };
    network: { resolve(): Promise<{ address: string; family: number }[]>; isPublic(): boolean; ca: string };
  };
  stop(): Promise<void>;
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, { status, headers: { "content-type": "application/json; charset=utf-8", ...headers } });
}

/** `hostname`: `localhost` for a Slipway in another process, which `PRIVATE_REMOTES` lets connect with the `certificate`. */
export async function startGitHubStandIn(hostname = "github.example.com"): Promise<GitHubStandIn> {
  const operations = await loadApiDescription(Object.keys(standInHandlers));
  const violations: string[] = [];
  const requests: string[] = [];
  const failures = new Map<string, Failure[]>();

  const server = await startGitServer({ keys: { [token]: "write" }, handle });
  const proxy = await startTlsProxy(server.folder, hostname, Number(new URL(server.origin).port));
  const host = `${hostname}:${proxy.port}`;
  const state: StandInState = {
    dir: server.dir,
    url: `https://${host}/acme/widgets`,
    api: `https://${host}${apiPrefix}`,
    repository: { name: "widgets", archived: false, push: true },
    pulls: [],
    checkRuns: [],
    statuses: [],
    reviews: [],
    reviewComments: [],
    comments: [],
    reported: [],
    merges: [],
    principals: new Map<string, StandInPrincipal>([[token, { kind: "token" }]]),
    codes: new Map(),
  };
  const signIn = signInPages(state);
  const work = await cloneFrom(server, token, "seed");
  await commitFile(work, "README.md", "# Widgets\n");
  await git(work, "push", "--quiet", "origin", "HEAD:main");

  async function handle(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    grantGitAccess();
    if (pathname === "/settings/apps/new") return confirmationPage(request);
    if (!pathname.startsWith(apiPrefix)) return signIn(request);
    const path = pathname.slice(apiPrefix.length);
    const operation = operations.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!operation) {
      violations.push(`${request.method} ${path} isn't described`);
      return json(599, { message: "Unexpected request" });
    }
    const values = operation.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
    const parameters = Object.fromEntries(operation.parameterNames.map((name, index) => [name, values[index] ?? ""]));
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const route = `${operation.method} ${operation.path}`;
    note(route, operation.requestProblems({ path: parameters, query: searchParams, body }));
    const response = respond(
      operation,
      request,
      await answer(operation, route, { parameters, searchParams, body, request }),
    );
    requests.push(`${request.method} ${path} ${response.status}`);
    return response;
  }

  function confirmManifest(action: string, manifest: string): URL {
    const app = appOfManifest(manifest);
    state.app = app;
    state.codes.set("manifest", randomBytes(16).toString("hex"));
    const redirect = new URL(app.manifest.redirect_url);
    redirect.searchParams.set("code", state.codes.get("manifest") ?? "");
    redirect.searchParams.set("state", new URL(action).searchParams.get("state") ?? "");
    return redirect;
  }

  /** The page on which the user confirms an app. */
  async function confirmationPage(request: Request): Promise<Response> {
    const manifest = new URLSearchParams(await request.text()).get("manifest") ?? "";
    const { href } = confirmManifest(request.url, manifest);
    const page = `<!doctype html><a href="${href.replaceAll("&", "&amp;")}">Create GitHub App for ada</a>`;
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  }

  /** Who makes a request, or why it is rejected. */
  async function principalOf(route: string, authorization: string): Promise<StandInPrincipal | string> {
    if (route === conversionRoute) return { kind: "app" };
    const [, secret] = /^(?:token|bearer) (.+)$/i.exec(authorization) ?? [];
    if (secret === undefined) return "Requires authentication";
    if (appRoutes.has(route)) {
      const isApp = state.app !== undefined && (await isAppToken(state.app, secret));
      return isApp ? { kind: "app" } : "A JSON web token could not be decoded";
    }
    return state.principals.get(secret) ?? "Bad credentials";
  }

  /** Tokens of installations can use git as far as their permissions and repositories allow. */
  function grantGitAccess(): void {
    for (const [secret, principal] of state.principals) {
      if (principal.kind !== "installation") continue;
      const isCovered = principal.repositories?.includes(state.repository.name) ?? true;
      const level = principal.permissions.contents;
      server.permissions[secret] = !isCovered || level === undefined ? "none" : level === "write" ? "write" : "read";
    }
  }

  function note(route: string, problems: readonly string[]): void {
    violations.push(...problems.map((problem) => `${route}: ${problem}`));
  }

  interface Answer {
    status: number;
    body?: unknown;
    headers?: Readonly<Record<string, string>>;
  }

  async function answer(
    operation: DescribedOperation,
    route: string,
    call: { parameters: Record<string, string>; searchParams: URLSearchParams; body: unknown; request: Request },
  ): Promise<Answer> {
    const error = ({ status, message, headers, errors }: Failure): Answer => ({
      status,
      body: {
        message,
        documentation_url: "https://docs.github.com/rest",
        status: String(status),
        ...(errors ? { errors } : {}),
      },
      ...(headers ? { headers } : {}),
    });
    const failure = failures.get(route)?.shift();
    if (failure) return error(failure);
    const principal = await principalOf(route, call.request.headers.get("authorization") ?? "");
    if (typeof principal === "string") return error({ status: 401, message: principal });
    const [permission = "", level = ""] = routePermissions[route] ?? [];
    if (principal.kind === "installation" && permission !== "" && principal.permissions[permission] !== level) {
      const headers = { "x-accepted-github-permissions": `${permission}=${level}` };
      return error({ status: 403, message: "Resource not accessible by integration", headers });
    }
    const { owner = "acme", repo = state.repository.name } = call.parameters;
    if (`${owner}/${repo}` === "acme/gadgets") {
      const location = `${state.api}${operation.path.replace("{owner}/{repo}", "acme/widgets")}`;
      return {
        status: 301,
        body: { message: "Moved Permanently", url: location, documentation_url: "https://docs.github.com" },
        headers: { location },
      };
    }
    if (`${owner}/${repo}`.toLowerCase() !== `acme/${state.repository.name}`) {
      return error({ status: 404, message: "Not Found" });
    }
    const handler = standInHandlers[route];
    const result = await handler?.({
      state,
      principal,
      now: Date.now(),
      parameters: call.parameters,
      query: call.searchParams,
      body: call.body,
      example: (status) => operation.example(status),
    });
    return result ?? error({ status: 404, message: "Not Found" });
  }

  function respond(operation: DescribedOperation, request: Request, { status, body, headers }: Answer): Response {
    note(`${operation.method} ${operation.path}`, operation.responseProblems(status, body));
    if (operation.method !== "GET" || status !== 200) return json(status, body, headers);
    const etag = `"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`;
    return request.headers.get("if-none-match") === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : json(200, body, { etag, ...headers });
  }

  const ca = await readFile(proxy.certificate, "utf8");
  return {
    host,
    token,
    certificate: proxy.certificate,
    url: state.url,
    server,
    state,
    violations,
    requests,
    fail: (route, ...next) => failures.set(route, [...(failures.get(route) ?? []), ...next]),
    confirmManifest,
    async branch(name, from = "main") {
      await git(work, "fetch", "--quiet", "origin");
      await git(work, "checkout", "--quiet", "-B", name, `origin/${from}`);
      const commit = await commitFile(work, `${name}.txt`, `${name}\n`);
      await git(work, "push", "--quiet", "origin", `HEAD:${name}`);
      return commit;
    },
    connection: {
      remotes: {
        resolve: async () => [{ address: "127.0.0.1" }],
        isPublic: () => true,
        config: { "http.sslCAInfo": proxy.certificate },
      },
      network: { resolve: async () => [{ address: "127.0.0.1", family: 4 }], isPublic: () => true, ca },
    },
    async stop() {
      proxy.close();
      await server.stop();
    },
  };
}
