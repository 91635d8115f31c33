import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSshKey } from "@/lib/contract/admin/ssh-keys/add-ssh-key";
import { deleteSshKey } from "@/lib/contract/admin/ssh-keys/delete-ssh-key";
import { listSshKeys } from "@/lib/contract/admin/ssh-keys/list-ssh-keys";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { addUser } from "../../hosting/repositories/testing/repository-fixture";
import { wireString } from "../../ssh/wire";
import { startTestService, type TestService } from "../../testing/test-service";

const clock = new FakeClock({ running: true });
const params = { email: "ada@example.test" };

let test: TestService;
beforeAll(async () => {
  test = await startTestService({}, clock);
  for (const email of [params.email, "bob@example.test"]) await addUser(test.service, { email, teamId: 1 });
});
afterAll(() => test.close());

const admin = () => ({ key: test.keys.admin });

/** A new public key, as in `authorized_keys`. */
function createLine(): string {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const blob = Buffer.concat([wireString("ssh-ed25519"), wireString(Buffer.from(x, "base64url"))]);
  return `ssh-ed25519 ${blob.toString("base64")}`;
}

async function add(name: string, email = params.email) {
  clock.advance(1_000);
  return test.call(addSshKey, { ...admin(), params: { email }, body: { publicKey: createLine(), name } });
}

const send = (method: string, path: string, body?: object) =>
  test.send(method, `/admin/v1/${path}`, { ...admin(), ...(body ? { body } : {}) });

describe("SSH keys", () => {
  it("are listed newest first, without those of other users, until they are deleted", async () => {
    const older = await add("laptop");
    const newer = await add("desktop");
    await add("other", "bob@example.test");
    const list = async () => (await test.call(listSshKeys, { ...admin(), params })).keys;
    expect(await list()).toEqual([newer, older]);
    expect(older).toEqual({
      id: expect.stringMatching(/^sshk_/),
      name: "laptop",
      keyType: "ssh-ed25519",
      publicKey: expect.stringMatching(/^ssh-ed25519 \S+$/),
      fingerprint: expect.stringMatching(/^SHA256:/),
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await test.call(deleteSshKey, { ...admin(), params: { keyId: older.id } })).toEqual({ id: older.id });
    expect(await list()).toEqual([newer]);
    expect(await send("DELETE", `ssh-keys/${older.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: "key_not_found" } },
    });
  });

  it("are added once, to an active user", async () => {
    const path = (email: string) => `users/${email}/ssh-keys`;
    const { publicKey } = await add("first");
    expect(await send("POST", path("bob@example.test"), { name: "copy", publicKey })).toMatchObject({
      status: 409,
      body: { error: { code: "already_exists", field: "publicKey" } },
    });
    expect(await send("POST", path(params.email), { name: "x", publicKey: "ssh-ed25519 AAAA" })).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "publicKey" } },
    });
    expect(await send("POST", path("nowhere@example.test"), { name: "x", publicKey: createLine() })).toMatchObject({
      status: 404,
      body: { error: { code: "user_not_found" } },
    });
  });
});
