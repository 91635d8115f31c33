import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitError, runGit } from "../run-git";
import { basic, cloneFrom, commitFile, type GitServer, git, packLine, startGitServer } from "../testing/git-fixture";

let server: GitServer;
let work: string;

beforeAll(async () => {
  server = await startGitServer();
  work = await cloneFrom(server, "writer", "work");
});
afterAll(() => server.stop());

async function errorOutput(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GitError);
  return error instanceof GitError ? error.stderr : "";
}

describe("clone, fetch and push", () => {
  it("H-GIT-01 H-GIT-05: accepts a push and reports the moved references", async () => {
    const commit = await commitFile(work, "readme.txt", "one\n");
    await git(work, "push", "--quiet", "origin", "HEAD:refs/heads/main", "HEAD:refs/heads/topic/a");
    expect(server.pushes.at(-1)).toEqual({
      repositoryId: "repo_widgets",
      principal: "writer",
      updates: [
        { ref: "refs/heads/main", before: "0".repeat(40), after: commit },
        { ref: "refs/heads/topic/a", before: "0".repeat(40), after: commit },
      ],
    });
  });

  it("H-GIT-03 H-GIT-04: clones and fetches with read permission", { tags: ["long"] }, async () => {
    const copy = await cloneFrom(server, "reader", "copy");
    const commit = await commitFile(work, "more.txt", "two\n");
    await git(work, "push", "--quiet", "origin", "HEAD:main");
    await git(copy, "fetch", "--quiet");
    expect(await git(copy, "rev-parse", "origin/main")).toBe(commit);
  });

  it("makes shallow and partial clones", async () => {
    const shallow = await cloneFrom(server, "reader", "shallow", "--depth=1");
    expect(await git(shallow, "rev-list", "--count", "HEAD")).toBe("1");
    const partial = await cloneFrom(server, "reader", "partial", "--filter=blob:none", "--no-checkout");
    expect(await git(partial, "rev-list", "--objects", "--missing=print", "HEAD")).toMatch(/^\?[0-9a-f]{40}$/m);
  });

  it.each(["0", "2"])("supports protocol version %s", async (version) => {
    const { stderr } = await runGit(["ls-remote", server.url("reader")], {
      cwd: server.folder,
      allowProtocols: ["http"],
      config: { "protocol.version": version },
      env: { GIT_TRACE_PACKET: "1" },
    });
    expect(stderr.includes("< version 2")).toBe(version === "2");
    expect(stderr).toContain("refs/heads/main");
  });

  it("accepts a chunked push larger than one buffer", { tags: ["long"] }, async () => {
    await git(work, "checkout", "--quiet", "-b", "large");
    const commit = await commitFile(work, "large.bin", randomBytes(3_000_000).toString("base64"));
    await git(work, "push", "--quiet", "origin", "large");
    expect(await git(server.dir, "rev-parse", "large")).toBe(commit);
  });

  it("accepts the URL without .git", async () => {
    expect(await git(server.folder, "ls-remote", server.url("reader", "Acme/Widgets"), "main")).toContain("main");
  });

  it("deletes a branch, but not the default branch", async () => {
    await git(work, "push", "--quiet", "origin", "HEAD:refs/heads/gone");
    await git(work, "push", "--quiet", "origin", ":refs/heads/gone");
    expect(server.pushes.at(-1)?.updates).toMatchObject([{ ref: "refs/heads/gone", after: "0".repeat(40) }]);
    expect(await errorOutput(git(work, "push", "origin", ":refs/heads/main"))).toContain(
      "refusing to delete the current",
    );
  });
});

describe("plain git", () => {
  it("clones a single branch, deepens it, and requires force to overwrite", async () => {
    await git(work, "push", "--quiet", "--force", "origin", "HEAD:refs/heads/rewritten");
    const single = await cloneFrom(server, "writer", "single", "--single-branch", "--branch=rewritten", "--depth=1");
    expect(await git(single, "branch", "--remotes")).not.toContain("origin/main");
    await git(single, "fetch", "--quiet", "--unshallow");
    expect(await git(single, "rev-list", "--count", "HEAD")).toBe(await git(work, "rev-list", "--count", "HEAD"));
    await git(single, "commit", "--quiet", "--amend", "--allow-empty", "--message=Rewritten");
    expect(await errorOutput(git(single, "push", "origin", "rewritten"))).toContain("non-fast-forward");
    await git(single, "push", "--quiet", "--force-with-lease", "origin", "rewritten");
    const id = await git(single, "rev-parse", "HEAD");
    expect(await git(server.dir, "rev-parse", "rewritten")).toBe(id);
  });

  it("pushes, fetches and deletes 1,000 branches and annotated tags at once", { tags: ["long"] }, async () => {
    const names = Array.from({ length: 500 }, (_each, index) => `many/${index}`);
    const head = await git(work, "rev-parse", "HEAD");
    await git(work, "tag", "--annotate", "--message=A tag", "annotated");
    const tag = await git(work, "rev-parse", "annotated");
    const input = names.map((name) => `create refs/heads/${name} ${head}\ncreate refs/tags/${name} ${tag}\n`).join("");
    await runGit(["update-ref", "--stdin"], { cwd: work, input });
    await git(
      work,
      "push",
      "--quiet",
      "origin",
      "refs/heads/many/*:refs/heads/many/*",
      "refs/tags/many/*:refs/tags/many/*",
    );
    expect(server.pushes.at(-1)?.updates).toHaveLength(1000);
    const mirror = await cloneFrom(server, "reader", "many", "--mirror");
    const [there, here] = [
      await git(server.dir, "for-each-ref", "refs/heads/many", "refs/tags/many"),
      await git(mirror, "for-each-ref", "refs/heads/many", "refs/tags/many"),
    ];
    expect(here).toBe(there);
    expect(here.split("\n")).toHaveLength(1000);
    const gone = names.flatMap((name) => [`:refs/heads/${name}`, `:refs/tags/${name}`]);
    await git(work, "push", "--quiet", "origin", ...gone);
    expect(await git(server.dir, "for-each-ref", "refs/heads/many", "refs/tags/many")).toBe("");
    await git(mirror, "fetch", "--quiet", "--prune");
    expect(await git(mirror, "for-each-ref", "refs/heads/many")).toBe("");
  });
});

describe("authorization", () => {
  const remote = (key: string, path?: string) => git(server.folder, "ls-remote", server.url(key, path));

  it("requests credentials with a Basic challenge", async () => {
    const response = await fetch(`${server.origin}/acme/widgets.git/info/refs?service=git-upload-pack`);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="git"']);
    expect(await errorOutput(remote("wrong"))).toMatch(/Authentication failed|could not read/);
  });

  it("H-ADDR-06: returns the same error for missing and inaccessible repositories", async () => {
    const responses = await Promise.all(
      [
        ["stranger", "acme/widgets.git"],
        ["stranger", "acme/nothing.git"],
        ["writer", "unknown/missing.git"],
      ].map(async ([key = "", path = ""]) => {
        const response = await fetch(`${server.origin}/${path}/info/refs?service=git-upload-pack`, {
          headers: basic(key),
        });
        return [response.status, await response.text(), [...response.headers].filter(([name]) => name !== "date")];
      }),
    );
    expect(responses[0]?.[0]).toBe(404);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  it("H-GIT-05: rejects a push without write permission", { tags: ["long"] }, async () => {
    const copy = await cloneFrom(server, "reader", "read-only");
    await commitFile(copy, "mine.txt", "mine\n");
    expect(await errorOutput(git(copy, "push", "origin", "HEAD:main"))).toContain("403");
  });

  it("uses the service in the path, not in the query", async () => {
    const response = await fetch(`${server.origin}/acme/widgets.git/git-receive-pack?service=git-upload-pack`, {
      method: "POST",
      headers: { ...basic("reader"), "content-type": "application/x-git-receive-pack-request" },
      body: "0000",
    });
    expect(response.status).toBe(403);
  });
});

describe("requests", () => {
  const wanted = async () =>
    `${packLine(`want ${await git(server.dir, "rev-parse", "main")}\n`)}0000${packLine("done\n")}`;
  const post = (body: string | Buffer, headers: Record<string, string>, service = "git-upload-pack") =>
    fetch(`${server.origin}/acme/widgets.git/${service}`, {
      method: "POST",
      headers: { ...basic("writer"), "content-type": `application/x-${service}-request`, ...headers },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });

  it("inflates gzip bodies", async () => {
    const response = await post(gzipSync(await wanted()), { "content-encoding": "gzip" });
    expect(response.headers.get("content-type")).toBe("application/x-git-upload-pack-result");
    expect(Buffer.from(await response.arrayBuffer()).includes("PACK")).toBe(true);
  });

  it("limits the size of a decompressed body", { tags: ["long"] }, async () => {
    const want = packLine(`want ${await git(server.dir, "rev-parse", "main")}\n`);
    const response = await post(gzipSync(want.repeat(800_000)), { "content-encoding": "gzip" });
    expect(response.status).toBe(413);
  });

  it("rejects wrong content types and unknown encodings", async () => {
    expect((await post("0000", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("0000", { "content-encoding": "br" })).status).toBe(415);
  });

  it("ends a request with invalid git data", async () => {
    expect((await post("hello", {})).status).toBe(400);
    expect((await post(gzipSync("0000").subarray(0, 9), { "content-encoding": "gzip" })).status).toBe(400);
  });

  it.each(["HEAD", "objects/info/packs", "info/refs", "config", "../widgets.git/config"])(
    "rejects the dumb protocol: %s",
    async (path) => {
      const response = await fetch(`${server.origin}/acme/widgets.git/${path}`, { headers: basic("writer") });
      expect(response.status).toBe(404);
    },
  );

  it("says that Git LFS isn't supported", async () => {
    const response = await fetch(`${server.origin}/acme/widgets.git/info/lfs/objects/batch`, {
      method: "POST",
      headers: { ...basic("writer"), "content-type": "application/vnd.git-lfs+json" },
      body: JSON.stringify({ operation: "upload", objects: [] }),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([501, "application/vnd.git-lfs+json"]);
    expect(await response.json()).toEqual({ message: expect.stringContaining("Git LFS isn't supported") });
  });

  it("doesn't handle other paths", async () => {
    for (const path of ["/healthz", "/v1/repohost/git-upload-pack", "/v1/agents/info/refs", "/%/x/info/refs"]) {
      expect((await fetch(server.origin + path)).status).toBe(418);
    }
  });

  it("returns 500 if the repository's folder was deleted", async () => {
    const broken = await startGitServer();
    await broken.store.delete("repo_widgets");
    const headers = { ...basic("writer"), "content-type": "application/x-git-upload-pack-request" };
    const at = `${broken.origin}/acme/widgets.git`;
    const advertised = await fetch(`${at}/info/refs?service=git-upload-pack`, { headers });
    const posted = await fetch(`${at}/git-upload-pack`, { method: "POST", headers, body: "0000" });
    await broken.stop();
    expect([advertised.status, posted.status]).toEqual([500, 500]);
  });

  it("advertises the capabilities of version 2 without starting git again, while the repository exists", async () => {
    const kept = await startGitServer();
    const started: string[] = [];
    const { advertise } = kept.gitServer;
    kept.gitServer.advertise = (service, ...rest) => {
      started.push(service);
      return advertise(service, ...rest);
    };
    const read = async (protocol: string, service = "git-upload-pack") => {
      const headers = { ...basic("writer"), "git-protocol": protocol };
      const response = await fetch(`${kept.origin}/acme/widgets.git/info/refs?service=${service}`, { headers });
      return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
    };
    const first = await read("version=2");
    expect(first).toMatchObject({ status: 200, text: expect.stringMatching(/^000eversion 2\n.*fetch=.*0000$/s) });
    expect(await read("version=2")).toEqual(first);
    expect(started).toEqual(["git-upload-pack"]);
    expect((await read("version=1")).text).not.toBe(first.text);
    await read("version=2", "git-receive-pack");
    expect(started).toEqual(["git-upload-pack", "git-upload-pack", "git-receive-pack"]);
    await kept.store.delete("repo_widgets");
    expect(await read("version=2")).toMatchObject({ status: 500 });
    await kept.stop();
  });

  it("ignores a malformed Git-Protocol header", async () => {
    const response = await fetch(`${server.origin}/acme/widgets.git/info/refs?service=git-upload-pack`, {
      headers: { ...basic("reader"), "git-protocol": "version=2;x=$(id)" },
    });
    expect((await response.text()).startsWith("001e# service=git-upload-pack\n0000")).toBe(true);
  });
});
