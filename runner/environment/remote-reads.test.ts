import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "@/git/testing/git-fixture";
import { readSettings } from "@/lib/core/settings/settings";
import { createRemotes, type Remotes } from "@/service/remotes/remotes";
import { startTlsProxy, type TlsProxy } from "@/service/remotes/testing/remote-fixture";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { shellPrompt } from "../testing/prompt-text";
import { pushEnvironment } from "../testing/push-environment";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

const sandbox = await probeSandbox({ sandbox: "auto" });
const hostname = "git.example.com";
const secret = "long-lived-credential";

let harness: RunHarness;
let server: GitServer;
let tls: TlsProxy;
let remotes: Remotes;
let host = "";

/** A git server behind TLS, under a host name that doesn't resolve, and a credential that can also push to it. */
beforeAll(async () => {
  harness = await createRunHarness();
  server = await startGitServer({ keys: { [secret]: "write" } });
  const work = await cloneFrom(server, "writer", "seed");
  await commitFile(work, "README.md", "Hello from another server\n");
  await git(work, "push", "--quiet", "origin", "HEAD:main");
  tls = await startTlsProxy(harness.folder, hostname, Number(new URL(server.origin).port));
  host = `${hostname}:${tls.port}`;
  remotes = createRemotes(readSettings({ GIT_REMOTES: JSON.stringify({ [host]: `x-access-token:${secret}` }) }), {
    resolve: async () => [{ address: "127.0.0.1" }],
    isPublic: () => true,
    config: { "http.sslCAInfo": tls.certificate },
  });
});
afterAll(async () => {
  tls.close();
  await server.stop();
  await harness.dispose();
});

/** Runs a script as an agent. Returns its status and everything the transcript has. */
async function run(
  script: string,
  repository: { url?: string; cloneUrl: string; startingRef?: string },
  remoteDependencies = true,
) {
  const { outcome, frames } = await harness.run(
    {
      prompt: shellPrompt(`{ ${script}\n} 2>&1`),
      repositories: [{ url: repository.cloneUrl, startingRef: undefined, directory: "work", ...repository }],
    },
    { sandbox, gitProtocols: ["http"], outsideRemote: (url) => remotes.access(url), remoteDependencies },
  );
  return { status: outcome.status, output: JSON.stringify(frames) };
}

describe("the git of an agent, for repositories on other servers", () => {
  it("reads those that repositoryDependencies names, without receiving the server's credential", {
    tags: ["long"],
  }, async () => {
    const dependency = `${host}/acme/widgets`;
    const branch = await pushEnvironment(
      harness,
      "dependencies",
      JSON.stringify({ repositoryDependencies: [dependency] }),
    );
    const pushes = server.pushes.length;
    const { status, output } = await run(
      `git clone --quiet https://${dependency} "$TMPDIR/one"; cat "$TMPDIR/one/README.md"
      git clone --quiet https://${dependency}.git "$TMPDIR/two"; echo "with suffix: $?"
      git -C "$TMPDIR/one" fetch --quiet origin main; echo "fetch: $?"
      git -C "$TMPDIR/one" push origin HEAD:refs/heads/other; echo "push: $?"
      git ls-remote https://${dependency}-other; echo "other: $?"
      env; git config --list; git -C "$TMPDIR/one" config --list`,
      { ...harness.httpRepository(), startingRef: branch },
    );
    expect(status).toBe("FINISHED");
    for (const text of ["Hello from another server", "with suffix: 0", "fetch: 0", "push: 128", "other: 128"]) {
      expect(output).toContain(text);
    }
    expect(output).not.toContain(secret);
    expect(output).not.toContain(Buffer.from(`x-access-token:${secret}`).toString("base64").slice(8, 40));
    expect(server.pushes.length).toBe(pushes);
  });

  it("doesn't read dependencies for an agent that is limited to repositories of this service", {
    tags: ["long"],
  }, async () => {
    const file = JSON.stringify({ repositoryDependencies: [`${host}/acme/widgets`] });
    const branch = await pushEnvironment(harness, "limited", file);
    const script = `git ls-remote https://${host}/acme/widgets; echo "read: $?"`;
    const { output } = await run(script, { ...harness.httpRepository(), startingRef: branch }, false);
    expect(output).toContain("read: 128");
  });

  it("reads the run's own, but no others", { tags: ["long"] }, async () => {
    const url = `https://${host}/acme/widgets.git`;
    const { status, output } = await run(
      `git fetch --quiet origin main; echo "fetch: $?"; git push origin HEAD:refs/heads/other; echo "push: $?"
      curl --silent "$(git remote get-url origin)/info/refs?service=git-receive-pack" --output /dev/null --write-out "%{http_code} to %{redirect_url}\\n"
      git ls-remote https://${host}/acme/gadgets.git; echo "other: $?"`,
      { url, cloneUrl: url, startingRef: "main" },
    );
    expect(status).toBe("FINISHED");
    for (const text of ["fetch: 0", "push: 128", "other: 128"]) expect(output).toContain(text);
    expect(output).toContain(`307 to ${url}/info/refs?service=git-receive-pack`);
    expect(output).not.toContain(secret);
  });
});
