import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { namespaces } from "../../core/store/tables/repositories";
import { sshCertificateAuthorities } from "../../core/store/tables/ssh";
import { startTestService, type TestService } from "../../testing/test-service";
import { type SshFixture, type SshKeyFile, startSshFixture } from "../git-ssh/testing/ssh-fixture";
import { installedApp } from "../installations/testing/installation-fixture";
import { addNamespace, addUser } from "../repositories/testing/repository-fixture";

let test: TestService;
let ssh: SshFixture;
let member: string;
let stranger: string;
let personal: { key: string };
const keys: Record<string, SshKeyFile> = {};

const O = "/v1/repohost/owners/acme";
const authorities = `${O}/ssh-certificate-authorities`;
const send = (method: string, path: string, body?: unknown, key = test.keys.user) =>
  test.send(method, path, { key, ...(body === undefined ? {} : { body }) });
const line = (name: string) => keys[name]?.line ?? "";
const add = (publicKey: unknown, name: unknown = "deploy", key?: string) =>
  send("POST", authorities, { publicKey, name }, key);
const require = (requireCertificates: unknown, key?: string) =>
  send("POST", `${authorities}:setRequirement`, { requireCertificates }, key);
const listed = async () => (await send("GET", authorities)).body;
const idOf = (body: unknown) => (body as { id: string }).id;
const problem = (code: number, field?: string) => ({
  code,
  ...(field
    ? {
        details: expect.arrayContaining([
          expect.objectContaining({ fieldViolations: [expect.objectContaining({ field })] }),
        ]),
      }
    : {}),
});
const invalid = (field: string) => ({ status: 400, body: problem(3, field) });
const precondition = { status: 400, body: problem(9) };

beforeAll(async () => {
  [test, ssh] = await Promise.all([startTestService(), startSshFixture()]);
  await addNamespace(test.service, "Acme", { teamId: 1 });
  await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Widgets" } });
  member = (await addUser(test.service, { email: "mia@example.test", teamId: 1 })).key;
  stranger = (await addUser(test.service, { email: "stranger@example.test" })).key;
  const owner = await addUser(test.service, { email: "solo@example.test", teamId: 1 });
  personal = { key: owner.key };
  await addNamespace(test.service, "solo", { userId: owner.userId });
  for (const [name, type, bits] of [
    ["ed25519", "ed25519"],
    ["p256", "ecdsa", 256],
    ["p384", "ecdsa", 384],
    ["p521", "ecdsa", 521],
    ["rsa", "rsa", 2048],
    ["short", "rsa", 2047],
  ] as const) {
    keys[name] = await ssh.createKey(type, bits);
  }
});
afterAll(async () => {
  await ssh.stop();
  await test.close();
});
afterEach(async () => {
  await test.service.db.update(namespaces).set({ requireCertificates: false });
  await test.service.db.delete(sshCertificateAuthorities);
});

describe("listing and adding", () => {
  it("H-SSH-01 H-SSH-06 H-SSH-11: returns the authority with its key, without the comment", async () => {
    const response = await add(`  ${line("ed25519")}\n`, "  deploy ");
    const [type = "", key = ""] = line("ed25519").split(" ");
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      id: expect.stringMatching(/^nsca_[a-z2-7]{26}$/),
      name: "deploy",
      keyType: "ssh-ed25519",
      fingerprint: expect.any(String),
      publicKey: `${type} ${key}`,
      createdAt: expect.any(String),
    });
  });

  it("H-SSH-02 H-SSH-03 H-SSH-04: lists all authorities, newest first, without paging", async () => {
    expect(await listed()).toEqual({ requireCertificates: false, certificateAuthorities: [] });
    const created: unknown[] = [];
    for (const name of ["ed25519", "p256", "rsa"]) created.unshift((await add(line(name), name)).body);
    expect(await listed()).toEqual({ requireCertificates: false, certificateAuthorities: created });
  });

  it.each([
    ["H-SSH-12", "ed25519", "ssh-ed25519"],
    ["H-SSH-13", "p256", "ecdsa-sha2-nistp256"],
    ["H-SSH-13", "p384", "ecdsa-sha2-nistp384"],
    ["H-SSH-13", "p521", "ecdsa-sha2-nistp521"],
    ["H-SSH-14", "rsa", "ssh-rsa"],
  ])("%s: accepts %s keys and returns the fingerprint that ssh-keygen prints", async (_rule, name, keyType) => {
    const fingerprint = await ssh.fingerprint(keys[name] ?? { file: "", line: "" });
    expect(await add(line(name))).toMatchObject({ status: 200, body: { keyType, fingerprint } });
  });

  it("H-SSH-08 H-SSH-09 H-SSH-10: requires a key and a name of 1 to 255 characters", async () => {
    expect(await send("POST", authorities, { name: "x" })).toMatchObject(invalid("public_key"));
    expect(await send("POST", authorities, { publicKey: line("p256") })).toMatchObject(invalid("name"));
    for (const name of ["", "  ", 7, "é".repeat(256)])
      expect(await add(line("p256"), name)).toMatchObject(invalid("name"));
    expect(await add(line("p256"), "😀".repeat(255))).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject({ certificateAuthorities: [expect.anything()] });
  });

  it("H-SSH-15 H-SSH-16 H-SSH-17: rejects short RSA keys, certificates, other types and invalid keys", async () => {
    const subject = await ssh.createKey();
    const certificate = await ssh.certify(keys.ed25519 ?? subject, subject, { principals: ["mia@example.test"] });
    const [type = "", key = ""] = line("ed25519").split(" ");
    const bytes = Buffer.from(key, "base64");
    const changed = (change: (copy: Buffer) => Buffer) => `${type} ${change(Buffer.from(bytes)).toString("base64")}`;
    const weak = Buffer.concat([bytes.subarray(0, 19), Buffer.from([1]), Buffer.alloc(31)]);
    for (const wrong of [
      line("short"),
      certificate,
      certificate.replace("ssh-ed25519-cert-v01@openssh.com", "ssh-ed25519"),
      `ssh-dss ${key}`,
      `sk-ssh-ed25519@openssh.com ${key}`,
      `ssh-rsa ${key}`,
      `cert-authority ${line("ed25519")}`,
      `${line("ed25519")}\n${line("p256")}`,
      type,
      `${type} !!!`,
      changed((copy) => copy.subarray(0, -1)),
      changed((copy) => Buffer.concat([copy, Buffer.from([0])])),
      `${type} ${weak.toString("base64")}`,
      "-----BEGIN PUBLIC KEY-----",
      "",
      7,
    ]) {
      expect({ wrong, ...(await add(wrong)) }).toMatchObject({ wrong, ...invalid("public_key") });
    }
    expect(await listed()).toMatchObject({ certificateAuthorities: [] });
  });

  it("H-SSH-18: adds a key once per owner, even with concurrent requests", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, at) => add(line("p256"), `name ${at}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await add(`${line("p256").split(" ").slice(0, 2).join(" ")} other comment`)).toMatchObject({
      status: 409,
      body: problem(6),
    });
    const other = await addNamespace(test.service, "Second", { teamId: 1 });
    const otherOwner = `/v1/repohost/owners/${other.slug}/ssh-certificate-authorities`;
    expect((await send("POST", otherOwner, { publicKey: line("p256"), name: "same" })).status).toBe(200);
  });

  it("H-SSH-19: rejects an owner that isn't a team", async () => {
    const path = "/v1/repohost/owners/solo/ssh-certificate-authorities";
    const body = { publicKey: line("p256"), name: "mine" };
    expect(await send("POST", path, body, personal.key)).toMatchObject(precondition);
    expect((await send("GET", path, undefined, personal.key)).body).toEqual({
      requireCertificates: false,
      certificateAuthorities: [],
    });
  });
});

describe("removing and requiring", () => {
  it("H-SSH-20: deletes an authority once", async () => {
    const id = idOf((await add(line("p256"))).body);
    expect(await send("DELETE", `${authorities}/${id}`)).toMatchObject({ status: 204, body: "" });
    expect(await send("DELETE", `${authorities}/${id}`)).toMatchObject({ status: 404, body: problem(5) });
    expect(await listed()).toMatchObject({ certificateAuthorities: [] });
  });

  it("doesn't delete another owner's authority", async () => {
    const id = idOf((await add(line("p256"))).body);
    const other = await addNamespace(test.service, "Third", { teamId: 1 });
    const path = `/v1/repohost/owners/${other.slug}/ssh-certificate-authorities/${id}`;
    expect((await send("DELETE", path)).status).toBe(404);
    expect(await listed()).toMatchObject({ certificateAuthorities: [{ id }] });
  });

  it("H-SSH-23: keeps the last authority while certificates are required, even with concurrent requests", async () => {
    const ids = [idOf((await add(line("p256"))).body), idOf((await add(line("p384"))).body)];
    await require(true);
    const responses = await Promise.all(ids.map((id) => send("DELETE", `${authorities}/${id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(await listed()).toMatchObject({ requireCertificates: true, certificateAuthorities: [expect.anything()] });
  });

  it("H-SSH-24 H-SSH-28: sets the requirement idempotently", async () => {
    await add(line("p256"));
    for (const requireCertificates of [true, true, false, false]) {
      expect(await require(requireCertificates)).toMatchObject({ status: 200, body: { requireCertificates } });
      expect(await listed()).toMatchObject({ requireCertificates });
    }
  });

  it("H-SSH-26: requires a boolean", async () => {
    await add(line("p256"));
    for (const wrong of [undefined, "true", 1, null])
      expect(await require(wrong)).toMatchObject(invalid("require_certificates"));
    expect(await listed()).toMatchObject({ requireCertificates: false });
  });

  it("H-SSH-27: can't require certificates without an authority, even with concurrent deletion", async () => {
    expect(await require(true)).toMatchObject(precondition);
    for (let round = 0; round < 5; round += 1) {
      const id = idOf((await add(line("p256"))).body);
      await Promise.all([require(true), send("DELETE", `${authorities}/${id}`)]);
      const { requireCertificates, certificateAuthorities } = (await listed()) as {
        requireCertificates: boolean;
        certificateAuthorities: unknown[];
      };
      expect(requireCertificates).toBe(certificateAuthorities.length === 1);
      await test.service.db.update(namespaces).set({ requireCertificates: false });
      await test.service.db.delete(sshCertificateAuthorities);
    }
  });
});

describe("access", () => {
  it("H-SSH-05: requires namespace:settings:read to read", async () => {
    for (const [scopes, status] of [
      [["namespace:settings:read"], 200],
      [["namespace:settings:write"], 200],
      [["repository:settings:write"], 403],
    ] as const) {
      const { token } = await installedApp(test, { scopes: [...scopes] });
      expect((await send("GET", authorities, undefined, token)).status).toBe(status);
    }
    expect((await send("GET", authorities, undefined, member)).status).toBe(200);
    expect((await send("GET", authorities, undefined, stranger)).status).toBe(404);
  });

  it("H-SSH-07 H-SSH-21 H-SSH-25: requires an admin's own credential to change", async () => {
    const id = idOf((await add(line("p256"))).body);
    const { token } = await installedApp(test, { scopes: ["namespace:settings:write"] });
    for (const [key, status] of [
      [token, 403],
      [test.keys.serviceAccount, 403],
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await add(line("p384"), "more", key)).status).toBe(status);
      expect((await send("DELETE", `${authorities}/${id}`, undefined, key)).status).toBe(status);
      expect((await require(true, key)).status).toBe(status);
    }
    expect(await listed()).toMatchObject({ requireCertificates: false, certificateAuthorities: [{ id }] });
  });

  it("costs 1 point to read and 5 to change", async () => {
    const used = async () => (await test.call(getRateLimit)).rate.used;
    const before = await used();
    await listed();
    const read = await used();
    await require(false);
    expect([read - before, (await used()) - read]).toEqual([1, 5]);
  });
});
