import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { createLog } from "@/lib/core/log";
import type { RefUpdate } from "../refs/ref-update";
import { createRepositoryStore } from "../repository-store";
import { runGit } from "../run-git";
import {
  createGitPackServer,
  type GitPackServerDependencies,
  type RepositoryPermission,
} from "../transport/git-http-server";
import { createSmartHttp } from "../transport/smart-http";

/** Identity of commits made by tests. */
export const testAuthor = {
  GIT_AUTHOR_NAME: "Ada Test",
  GIT_AUTHOR_EMAIL: "ada@example.test",
  GIT_COMMITTER_NAME: "Ada Test",
  GIT_COMMITTER_EMAIL: "ada@example.test",
};

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "slipway-git-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A user's git client. Runs in a folder, can use HTTP, and returns trimmed output. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  // A client fetches the objects missing from a partial clone.
  const env = { ...testAuthor, GIT_NO_LAZY_FETCH: "0" };
  const { stdout } = await runGit(args, { cwd, env, allowProtocols: ["http", "file"] });
  return stdout.toString("utf8").trim();
}

export async function commitFile(folder: string, name: string, content: string, message = `Write ${name}`) {
  await writeFile(join(folder, name), content);
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", `--message=${message}`);
  return git(folder, "rev-parse", "HEAD");
}

/** Headers that authenticate a request with a key. */
export const basic = (key: string) => ({
  authorization: `Basic ${Buffer.from(`x-access-token:${key}`).toString("base64")}`,
});

/** A pkt-line of git's protocol: the data prefixed with its length. */
export const packLine = (text: string) => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;

export interface Push {
  repositoryId: string;
  principal: string;
  updates: readonly RefUpdate[];
}

/**
 * A git server with one empty repository, `acme/widgets`. The keys `reader`, `writer` and `stranger` have read, write and no permission; `colleague` and `run` have write too.
 * `keys` adds others. `handle` answers requests before git does.
 */
export async function startGitServer(
  options: Partial<
    Pick<
      GitPackServerDependencies<string>,
      "maxPushBytes" | "packLimits" | "pushLimits" | "review" | "clock" | "timeouts"
    >
  > & {
    keys?: Readonly<Record<string, RepositoryPermission>>;
    handle?: (request: Request) => Promise<Response | undefined>;
  } = {},
) {
  const folder = await temporaryFolder();
  const store = createRepositoryStore(folder.path);
  const dir = await store.create("repo_widgets", { initialBranch: "main" });
  const permissions: Record<string, RepositoryPermission> = {
    reader: "read",
    writer: "write",
    colleague: "write",
    run: "write",
    stranger: "none",
    ...options.keys,
  };
  const pushes: Push[] = [];
  const gitServer = createGitPackServer<string>({
    dataDir: folder.path,
    async findRepository(owner, name) {
      if (owner.toLowerCase() !== "acme" || name.toLowerCase() !== "widgets") return undefined;
      return { id: "repo_widgets", dir, namespaceId: "ns_acme", defaultBranch: "main" };
    },
    share: (principal) => ({ key: principal, isRun: principal === "run" }),
    permission: async (principal) => permissions[principal] ?? "none",
    async onPushed(event) {
      pushes.push(event);
    },
    log: createLog({ program: "test", level: "silent" }),
    ...options,
    maxPushBytes: options.maxPushBytes ?? 50_000_000,
  });
  const smartHttp = createSmartHttp<string>({
    gitServer,
    async authenticate(authorization) {
      const [, password = ""] = Buffer.from(authorization?.replace(/^Basic /, "") ?? "", "base64")
        .toString("utf8")
        .split(":");
      return password in permissions ? password : undefined;
    },
    current: async (principal) => principal,
  });
  const server = createAdaptorServer({
    fetch: async (request: Request) =>
      (await options.handle?.(request)) ??
      (await smartHttp.handle(request, { requestId: "test" })) ??
      new Response("not git", { status: 418 }),
    overrideGlobalObjects: false,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const host = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return {
    folder: folder.path,
    dir,
    store,
    gitServer,
    /** What each key can do. */
    permissions,
    pushes,
    origin: `http://${host}`,
    url: (key: string, path = "acme/widgets.git") => `http://x-access-token:${key}@${host}/${path}`,
    async stop() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await folder.remove();
    },
  };
}

export type GitServer = Awaited<ReturnType<typeof startGitServer>>;

/** Clones with a key into a new folder in the server's temporary folder. */
export async function cloneFrom(server: GitServer, key: string, name: string, ...flags: string[]): Promise<string> {
  const target = join(server.folder, name);
  await git(server.folder, "clone", "--quiet", ...flags, server.url(key), target);
  return target;
}
