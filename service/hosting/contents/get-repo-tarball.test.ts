import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installations } from "../../core/store/tables/apps";
import { grants } from "../../core/store/tables/grants";
import { apiKeys } from "../../core/store/tables/users";
import { installedApp } from "../installations/testing/installation-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { createTarballStore } from "./tarball-store";

const run = promisify(execFile);
let hosted: HostedRepository;
let folder: string;
let first: string;
let second: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  folder = await mkdtemp(join(tmpdir(), "slipway-tarball-"));
  first = await hosted.commit({ "README.md": "one\n", "src/a.txt": "a\n" });
  second = await hosted.commit({ "README.md": "two\n" });
  await hosted.push("main", `${first}:refs/heads/old/one`, `${first}:refs/tags/v1`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await hosted.close();
});

const fetchRaw = (path: string, key: string | null = hosted.test.keys.user) =>
  fetch(path.startsWith("http") ? path : `${hosted.test.url}${hosted.path}/${path}`, {
    redirect: "manual",
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });

async function unpacked(response: Response): Promise<{ names: string[]; readme: string }> {
  const file = join(folder, "archive.tar.gz");
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  const { stdout } = await run("tar", ["-tzf", file]);
  const names = stdout.split("\n").filter((name) => name !== "");
  await run("tar", ["-xzf", file, "-C", folder]);
  return { names, readme: await readFile(join(folder, names[0] ?? "", "README.md"), "utf8") };
}

describe("Get Repo Tarball", () => {
  it("H-TAR-01 H-TAR-03 H-TAR-06 H-TAR-07: streams the first archive of a commit, in one folder", async () => {
    const response = await fetchRaw("tarball/main");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    const { names, readme } = await unpacked(response);
    const top = `Acme-Widgets-${second.slice(0, 7)}/`;
    expect(names).toEqual([top, `${top}README.md`, `${top}src/`, `${top}src/a.txt`]);
    expect(readme).toBe("two\n");
  });

  it("H-TAR-04: redirects later requests for the same commit to a signed link", async () => {
    for (const path of [
      "tarball/main",
      "tarball/HEAD",
      "tarball",
      `tarball/${second}`,
      "tarball?ref=refs/heads/main",
    ]) {
      const response = await fetchRaw(path);
      expect([response.status, await response.text()], path).toEqual([302, ""]);
      const location = response.headers.get("location") ?? "";
      const archive = await fetchRaw(location, null);
      expect([archive.status, archive.headers.get("content-type")]).toEqual([200, "application/gzip"]);
      expect((await unpacked(archive)).readme).toBe("two\n");
    }
  });

  it("H-REF-23: accepts the revision in the path or query, with slashes or abbreviated", async () => {
    const created = await fetchRaw("tarball?ref=old/one");
    expect(created.status).toBe(200);
    expect((await unpacked(created)).readme).toBe("one\n");
    for (const path of ["tarball/old/one", "tarball/v1", "tarball/refs/tags/v1", `tarball/${first.slice(0, 6)}`]) {
      expect((await fetchRaw(path)).status, path).toBe(302);
    }
  });

  it.each(["none", "main~1", "HEAD^", "--output=x", "refs/internal/x", "main..old"])(
    "returns 404 for %s",
    async (ref) => {
      expect((await fetchRaw(`tarball/${encodeURIComponent(ref)}`)).status).toBe(404);
      expect((await fetchRaw(`tarball?ref=${encodeURIComponent(ref)}`)).status).toBe(404);
    },
  );

  it("H-TAR-05: signs links for one archive, valid for 15 minutes", async () => {
    const { tarballLinks } = hosted.test.service;
    const location = new URL((await fetchRaw("tarball/main")).headers.get("location") ?? "");
    const expires = Number(location.searchParams.get("expires"));
    const left = expires - hosted.test.service.clock.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    expect(tarballLinks.read(location.pathname, location.search.slice(1))).toMatchObject({ commit: second });

    const forged = new URL(location);
    forged.searchParams.set("expires", String(expires + 1));
    const other = new URL(location);
    other.pathname = other.pathname.replace(second, first);
    for (const url of [forged, other]) {
      expect((await fetchRaw(url.href, null)).status).toBe(403);
    }
  });

  it("rejects expired links", async () => {
    const { createTarballLinks } = await import("./tarball-links");
    const clock = new FakeClock();
    const links = createTarballLinks(Buffer.alloc(32), clock);
    const ref = { repositoryId: "repo_x", commit: first, name: "a-b-1234567", holder: "key:1" };
    const [path = "", query = ""] = links.sign(ref).split("?");
    clock.advance(15 * 60_000 - 1);
    expect(links.read(path, query)).toEqual(ref);
    clock.advance(1);
    expect(links.read(path, query)).toBe("expired");
  });

  it("ends a link when its holder loses access or its key is deleted", async () => {
    const { service } = hosted.test;
    const { db, clock } = service;
    const member = async (email: string) => {
      const { key, userId } = await addUser(service, { email, teamId: 1 });
      const location = (await fetchRaw("tarball/old/one", key)).headers.get("location") ?? "";
      expect((await fetchRaw(location, null)).status).toBe(200);
      return { userId, status: async () => (await fetchRaw(location, null)).status };
    };
    await (await fetchRaw("tarball/old/one")).arrayBuffer();
    const [mia, tom] = [await member("mia@example.test"), await member("tom@example.test")];
    await db.update(apiKeys).set({ deletedAt: clock.now() }).where(eq(apiKeys.userId, mia.userId));
    expect([await mia.status(), await tom.status()]).toEqual([403, 200]);
    const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
    await db.insert(grants).values({ namespaceId: hosted.repo.owner.id, ...members, createdAt: clock.now() });
    expect(await tom.status()).toBe(403);
    await db.delete(grants);
    expect(await tom.status()).toBe(200);
  });

  it("ends an app's link when its installation is suspended or loses the scope", async () => {
    const { token, installationId } = await installedApp(hosted.test, { scopes: ["repository:contents:read"] });
    const location = (await fetchRaw("tarball/old/one", token)).headers.get("location") ?? "";
    const status = async () => (await fetchRaw(location, null)).status;
    expect(await status()).toBe(200);
    const { db, clock } = hosted.test.service;
    const set = (values: Partial<typeof installations.$inferInsert>) =>
      db.update(installations).set(values).where(eq(installations.id, installationId));
    await set({ suspendedAt: clock.now() });
    expect(await status()).toBe(403);
    await set({ suspendedAt: null, scopes: ["repository:metadata:read"] });
    expect(await status()).toBe(403);
  });

  it("doesn't store a partially read archive", { tags: ["long"] }, async () => {
    await hosted.commit({ "large.bin": Array.from({ length: 400_000 }, () => Math.random()).join("") });
    await hosted.push("main");
    const response = await fetchRaw("tarball/main");
    await response.body?.cancel();
    await expect.poll(async () => (await fetchRaw("tarball/main")).status).toBe(200);
  });

  it("H-TAR-08: returns 409 in an empty repository, and 404 without access", async () => {
    const empty = await startHostedRepository();
    const response = await empty.test.send("GET", `${empty.path}/tarball/main`);
    expect(response).toMatchObject({ status: 409, body: { code: 10 } });
    await empty.close();
    expect((await fetchRaw("tarball/main", hosted.stranger)).status).toBe(404);
  });
});

it("evicts the oldest archives", async () => {
  const store = createTarballStore(folder, 1_500);
  const ref = (name: string) => ({ repositoryId: "repo_x", commit: first, name });
  for (const name of ["one", "two"]) {
    const { file, keep } = await store.begin(ref(name));
    await file.write(Buffer.alloc(1_000));
    await keep();
  }
  expect([await store.has(ref("one")), await store.has(ref("two"))]).toEqual([false, true]);
});
