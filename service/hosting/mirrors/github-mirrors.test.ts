import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createMirror } from "@/lib/contract/admin/mirrors/create-mirror";
import { getMirror } from "@/lib/contract/admin/mirrors/get-mirror";
import { transitionRepoMirror } from "@/lib/contract/hosting/mirrors/transition-repo-mirror";
import { type ConnectedService, startConnectedService } from "../../github-apps/testing/connected-service";
import { addNamespace } from "../repositories/testing/repository-fixture";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
  await connected.createApp();
  await addNamespace(connected.test.service, "acme", { teamId: 1 });
});
afterAll(() => connected.close());
afterEach(() => expect([...new Set(connected.gitHub.violations.splice(0))]).toEqual([]));

const admin = () => ({ key: connected.test.keys.admin });
const params = { ownerSlug: "acme", repoName: "copy" };
const input = (name: string, url: string) => ({ name, url, upstreamAdmins: ["admin@localhost"] });
const sync = () =>
  connected.test.send("POST", "/v1/repohost/repos/acme/copy:syncMirror", {
    body: { ref: "refs/heads/main", wait: true },
  });
const create = (name: string, url: string) =>
  connected.test.send("POST", "/admin/v1/namespaces/acme/mirrors", { ...admin(), body: input(name, url) });

/** Runs `work` with another installation of the app, or none. */
async function withInstallation(change: { suspended: boolean } | undefined, work: () => Promise<void>) {
  const { app } = connected.gitHub.state;
  const installation = app?.installation;
  if (!app || !installation) throw new Error("the app isn't installed");
  if (change) app.installation = { ...installation, ...change };
  else delete app.installation;
  try {
    await work();
  } finally {
    app.installation = installation;
    connected.connect();
  }
}

let id = "";
async function mirror() {
  const { mirror } = await connected.test.call(getMirror, { ...admin(), params: { repositoryId: id } });
  if (!mirror) throw new Error("the repository isn't a mirror");
  return mirror;
}
const tip = (branch: string) => git(connected.test.service.repositories.path(id), "rev-parse", `refs/heads/${branch}`);

describe("a mirror of a repository on GitHub", () => {
  it("is read with a token of the app that is limited to the repository", async () => {
    const { test, gitHub } = connected;
    const body = input("copy", `${gitHub.url}.git`);
    const created = await test.call(createMirror, { ...admin(), params: { namespaceSlug: "acme" }, body });
    id = created.repositoryId;
    expect(created).toMatchObject({ hasCredential: false, status: "initial" });
    await test.call(transitionRepoMirror, { params, body: { transition: "initial_to_inbound" } });
    await expect
      .poll(async () => {
        test.service.mirrors.wake();
        return (await mirror()).status;
      })
      .toBe("inbound");
    const commit = await gitHub.branch("feature");
    expect(await sync()).toMatchObject({ status: 200, body: { synced: true } });
    expect(await tip("feature")).toBe(commit);
    const tokens = [...gitHub.state.principals.values()].filter((each) => each.kind === "installation");
    const permissions = { contents: "write", workflows: "write" };
    expect(tokens).toContainEqual({ kind: "installation", permissions, repositories: ["widgets"] });
  });

  it("reports the fix while the installation is suspended, and continues afterwards", async () => {
    const { gitHub, connect } = connected;
    await withInstallation({ suspended: true }, async () => {
      connect();
      expect(await sync()).toMatchObject({ status: 202, body: { synced: false } });
      expect(await mirror()).toMatchObject({
        lastErrorCode: "UpstreamAccessDenied",
        lastErrorMessage: expect.stringContaining("is suspended. Unsuspend it at https://"),
      });
      gitHub.state.app = gitHub.state.app && {
        ...gitHub.state.app,
        installation: { permissions: gitHub.state.app.installation?.permissions ?? {}, suspended: false },
      };
      connect();
      expect((await sync()).status).toBe(200);
    });
    expect(await mirror()).not.toHaveProperty("lastErrorCode");
  });

  it("uses the token where the app isn't installed", { tags: ["long"] }, async () => {
    const { gitHub, connect } = connected;
    const commit = await gitHub.branch("with-token");
    await withInstallation(undefined, async () => {
      connect({ [gitHub.host]: gitHub.token });
      expect(await sync()).toMatchObject({ status: 200 });
    });
    expect(await tip("with-token")).toBe(commit);
  });

  it("isn't created for a repository that was renamed, or that the app can't access", async () => {
    const { gitHub, connect } = connected;
    const rejected = (message: string) => ({
      status: 400,
      body: { error: { field: "url", message: expect.stringContaining(message) } },
    });
    const renamed = `https://${gitHub.host}/acme/gadgets.git`;
    expect(await create("renamed", renamed)).toMatchObject(rejected(`was renamed or transferred. Use ${gitHub.url}`));
    await withInstallation(undefined, async () => {
      connect();
      expect(await create("missing", `${gitHub.url}.git`)).toMatchObject(rejected("install the app at https://"));
    });
    for (const name of ["renamed", "missing"]) {
      expect(await connected.test.send("GET", `/v1/repohost/repos/acme/${name}`)).toMatchObject({ status: 404 });
    }
  });
});
