import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addSshKey } from "@/lib/contract/admin/ssh-keys/add-ssh-key";
import { deleteSshKey } from "@/lib/contract/admin/ssh-keys/delete-ssh-key";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import { addSshCertificateAuthority } from "@/lib/contract/hosting/ssh/add-ssh-certificate-authority";
import { deleteSshCertificateAuthority } from "@/lib/contract/hosting/ssh/delete-ssh-certificate-authority";
import { setSshCertificateRequirement } from "@/lib/contract/hosting/ssh/set-ssh-certificate-requirement";
import { sshCertificateAuthorities, sshKeys } from "../../core/store/tables/ssh";
import { users } from "../../core/store/tables/users";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { type SshFixture, type SshKeyFile, startSshFixture } from "./testing/ssh-fixture";

const run = promisify(execFile);

let hosted: HostedRepository;
let ssh: SshFixture;
let port: number;
let authority: SshKeyFile;
let mia: { key: string; actorId: string; userId: number };

const owner = { ownerSlug: "acme" };
const url = (path = "acme/widgets.git") => `ssh://git@127.0.0.1:${port}/${path}`;
const lsRemote = (key: SshKeyFile, path?: string) => ssh.git(key, ssh.folder, "ls-remote", url(path));
const require = (requireCertificates: boolean) =>
  hosted.test.call(setSshCertificateRequirement, { params: owner, body: { requireCertificates } });
const list = (key: SshKeyFile, name = "authority") =>
  hosted.test.call(addSshCertificateAuthority, { params: owner, body: { publicKey: key.line, name } });
const register = (key: SshKeyFile, email = "mia@example.test") =>
  hosted.test.call(addSshKey, {
    params: { email },
    body: { publicKey: key.line, name: "laptop" },
    key: hosted.test.keys.admin,
  });

async function errorOutput(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "accepted",
    (error: unknown) => (error instanceof Error && "stderr" in error ? String(error.stderr) : String(error)),
  );
}

/** A key with a certificate for Mia. */
async function certified(input: Parameters<SshFixture["certify"]>[2] = {}, by = authority, type?: string) {
  const key = await ssh.createKey(type);
  await ssh.certify(by, key, { principals: ["mia@example.test"], validity: "+1h", ...input });
  return key;
}

beforeAll(async () => {
  hosted = await startHostedRepository({ SSH_PORT: "0" });
  ssh = await startSshFixture();
  port = hosted.test.ssh?.port ?? 0;
  authority = await ssh.createKey();
  const user = await addUser(hosted.test.service, { email: "mia@example.test", teamId: 1 });
  const [row] = await hosted.test.service.db.select().from(users).where(eq(users.id, user.userId));
  mia = { key: user.key, userId: user.userId, actorId: row?.actorId ?? "" };
  await hosted.commit({ "readme.md": "one\n" });
  await hosted.push("main");
});
afterAll(async () => {
  await ssh.stop();
  await hosted.close();
});
afterEach(async () => {
  const { db } = hosted.test.service;
  await require(false);
  await db.delete(sshCertificateAuthorities);
  await db.delete(sshKeys);
});

// These tests use the OpenSSH client.
const hasOpenSsh = spawnSync("ssh", ["-V"]).status === 0;

describe.skipIf(!hasOpenSsh)("git over SSH with a registered key", () => {
  it.each([
    ["ed25519", 256],
    ["ecdsa", 256],
    ["ecdsa", 521],
    ["rsa", 3072],
  ] as const)("clones, fetches and pushes with %s %s", async (type, bits) => {
    const key = await ssh.createKey(type, bits);
    await register(key);
    const copy = join(ssh.folder, `copy-${type}-${bits}`);
    await ssh.git(key, ssh.folder, "clone", "--quiet", url(), copy);
    const branch = `by-${type}-${bits}`;
    await ssh.git(key, copy, "commit", "--quiet", "--allow-empty", "--message=More");
    await ssh.git(key, copy, "push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
    const [local, remote] = [await ssh.git(key, copy, "rev-parse", "HEAD"), await lsRemote(key)];
    expect(remote).toContain(`${local}\trefs/heads/${branch}`);
    await ssh.git(key, copy, "fetch", "--quiet", "--depth=1", "origin", branch);
  });

  it("H-GIT-02: accepts repository ids and supports git protocol version 2", async () => {
    const key = await ssh.createKey();
    await register(key);
    const sent = await run("git", ["-c", "protocol.version=2", "ls-remote", url(`_/${hosted.repo.id}`)], {
      env: {
        ...process.env,
        GIT_TRACE_PACKET: "1",
        GIT_SSH_COMMAND: `ssh -F /dev/null -i ${key.file} -o IdentitiesOnly=yes -o IdentityAgent=none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null`,
      },
    });
    expect([sent.stderr.includes("< version 2"), sent.stdout.includes("refs/heads/main")]).toEqual([true, true]);
  });

  it("rejects unknown keys, login names, commands and repositories", async () => {
    const [key, unknown] = [await ssh.createKey(), await ssh.createKey()];
    await register(key);
    expect(await errorOutput(lsRemote(unknown))).toContain("Permission denied (publickey)");
    expect(await errorOutput(ssh.ssh(key, port, "root", "git-upload-pack 'acme/widgets.git'"))).toContain(
      "Permission denied",
    );
    for (const command of ["id", "git-upload-archive 'acme/widgets.git'", "git-upload-pack 'acme/widgets.git'; id"]) {
      expect(await errorOutput(ssh.ssh(key, port, "git", command))).toContain(
        "Only git fetch and git push are supported",
      );
    }
    expect(await errorOutput(lsRemote(key, "acme/missing.git"))).toContain("Repository not found");
    const stranger = await ssh.createKey();
    await register(stranger, "stranger@example.test");
    expect(await errorOutput(lsRemote(stranger))).toContain("Repository not found");
  });

  it("enforces rulesets and updates pull requests", { tags: ["long"] }, async () => {
    const key = await ssh.createKey();
    await register(key);
    const copy = join(ssh.folder, "ruled");
    await ssh.git(key, ssh.folder, "clone", "--quiet", url(), copy);
    await ssh.git(key, copy, "checkout", "--quiet", "-b", "topic");
    await ssh.git(key, copy, "commit", "--quiet", "--allow-empty", "--message=First");
    await ssh.git(key, copy, "push", "--quiet", "origin", "topic");
    const { params, test } = hosted;
    await test.call(createPullRequest, { params, body: { title: "Topic", head: "topic", base: "main" } });
    await ssh.git(key, copy, "commit", "--quiet", "--allow-empty", "--message=Second");
    await ssh.git(key, copy, "push", "--quiet", "origin", "topic");
    const { pullRequests } = await test.call(listPullRequests, { params });
    expect(pullRequests).toMatchObject([
      { version: { number: "2", headSha: await ssh.git(key, copy, "rev-parse", "HEAD") } },
    ]);

    const body = {
      name: "frozen",
      kind: "push_branch" as const,
      enforcement: "active" as const,
      includedRefNames: ["topic"],
      rules: [{ ruleType: "block_direct_updates" }],
    };
    await test.call(createRuleset, { params, body });
    await ssh.git(key, copy, "commit", "--quiet", "--allow-empty", "--message=Third");
    expect(await errorOutput(ssh.git(key, copy, "push", "--quiet", "origin", "topic"))).toContain(
      "pre-receive hook declined",
    );
  });

  it("stops working when the key is deleted or its user deactivated", async () => {
    const [key, other] = [await ssh.createKey(), await ssh.createKey()];
    const { id } = await register(key);
    await register(other);
    expect(await lsRemote(key)).toContain("refs/heads/main");
    await hosted.test.call(deleteSshKey, { params: { keyId: id }, key: hosted.test.keys.admin });
    expect(await errorOutput(lsRemote(key))).toContain("Permission denied");
    const { db } = hosted.test.service;
    await db.update(users).set({ isActive: false }).where(eq(users.id, mia.userId));
    expect(await errorOutput(lsRemote(other))).toContain("Permission denied");
    await db.update(users).set({ isActive: true }).where(eq(users.id, mia.userId));
  });
});

describe.skipIf(!hasOpenSsh)("git over SSH with a certificate", () => {
  it.each([["ed25519"], ["ecdsa"], ["rsa"]])("accepts a member's %s key signed by an authority", async (type) => {
    await list(authority);
    const key = await certified({}, authority, type);
    expect(await lsRemote(key)).toContain("refs/heads/main");
    const copy = join(ssh.folder, `certified-${type}`);
    await ssh.git(key, ssh.folder, "clone", "--quiet", url(), copy);
    await ssh.git(key, copy, "push", "--quiet", "origin", `HEAD:refs/heads/certified-${type}`);
  });

  it.each([["ecdsa"], ["rsa"]])("accepts an authority's %s key", async (type) => {
    const further = await ssh.createKey(type);
    await list(further);
    expect(await lsRemote(await certified({ principals: [mia.actorId] }, further))).toContain("refs/heads/main");
  });

  it("rejects certificates that aren't valid for a member", { tags: ["long"] }, async () => {
    await list(authority);
    const unlisted = await ssh.createKey();
    const both = ["mia@example.test", "admin@localhost"];
    const rsa = await ssh.createKey("rsa");
    await list(rsa, "rsa");
    for (const [what, key] of [
      ["of an unknown authority", await certified({}, unlisted)],
      ["without principals", await certified({ principals: undefined })],
      ["for a stranger", await certified({ principals: ["stranger@example.test"] })],
      ["for several members", await certified({ principals: both })],
      ["expired", await certified({ validity: "-2h:-1h" })],
      ["not yet valid", await certified({ validity: "+1h:+2h" })],
      ["for hosts", await certified({ host: true })],
      ["for one command", await certified({ options: ["force-command=id"] })],
      ["for another network", await certified({ options: ["source-address=192.0.2.0/24"] })],
      ["signed with SHA-1", await certified({ algorithm: "ssh-rsa" }, rsa)],
    ] as const) {
      expect([what, await errorOutput(lsRemote(key))]).toEqual([what, expect.stringContaining("Permission denied")]);
    }
    const here = await certified({ options: ["source-address=127.0.0.0/8"] });
    expect(await lsRemote(here)).toContain("refs/heads/main");
  });

  it("H-SSH-22: stops working when the authority is deleted", async () => {
    const { id } = await list(authority);
    const key = await certified();
    expect(await lsRemote(key)).toContain("refs/heads/main");
    await hosted.test.call(deleteSshCertificateAuthority, { params: { ...owner, certificateAuthorityId: id } });
    expect(await errorOutput(lsRemote(key))).toContain("Permission denied");
  });

  it("H-SSH-29: accepts only the owner's certificates while they are required", async () => {
    await list(authority);
    const [registered, signed] = [await ssh.createKey(), await certified()];
    await register(registered);
    expect(await lsRemote(registered)).toContain("refs/heads/main");
    await require(true);
    expect(await errorOutput(lsRemote(registered))).toContain("requires SSH certificates");
    expect(await lsRemote(signed)).toContain("refs/heads/main");

    // Another owner's authority isn't accepted, even in the same team.
    const further = await ssh.createKey();
    await addNamespace(hosted.test.service, `Further-${hosted.test.service.ids.uuid().slice(0, 8)}`, {
      teamId: 1,
    }).then((namespace) =>
      hosted.test.call(addSshCertificateAuthority, {
        params: { ownerSlug: namespace.slug },
        body: { publicKey: further.line, name: "further" },
      }),
    );
    expect(await errorOutput(lsRemote(await certified({}, further)))).toContain("doesn't accept this certificate");
    await require(false);
    expect(await lsRemote(registered)).toContain("refs/heads/main");
  });

  it("H-SSH-30: rejects user API keys over HTTPS while certificates are required", async () => {
    await list(authority);
    const { test } = hosted;
    const over = async (key: string, service = "git-upload-pack") => {
      const response = await fetch(`${test.url}/acme/widgets.git/info/refs?service=${service}`, {
        headers: { authorization: `Basic ${Buffer.from(`x-access-token:${key}`).toString("base64")}` },
      });
      return [response.status, (await response.text()).includes("requires SSH certificates")];
    };
    expect(await over(test.keys.user)).toEqual([200, false]);
    await require(true);
    for (const service of ["git-upload-pack", "git-receive-pack"]) {
      expect(await over(test.keys.user, service)).toEqual([403, true]);
      expect(await over(mia.key, service)).toEqual([403, true]);
    }
    expect(await over(hosted.stranger)).toEqual([404, false]);
    expect(await over(test.keys.serviceAccount)).toEqual([200, false]);
    await require(false);
    expect(await over(test.keys.user)).toEqual([200, false]);
  });
});
