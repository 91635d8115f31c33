import { eq } from "drizzle-orm";
import { readSettings } from "@/lib/core/settings/settings";
import { repositories } from "../../core/store/tables/repositories";
import { createRemotes } from "../../remotes/remotes";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const host = "git.example.com";
const main = "refs/heads/main";

/** Requests for mirrors with an unreachable upstream. */
export function mirrorExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  const namespace = { namespaceSlug: "demo" };
  const none = { ownerSlug: "demo", repoName: "none" };
  const native = { ownerSlug: "demo", repoName: "orders" };
  const body = { url: `https://${host}/acme/widgets.git`, upstreamAdmins: ["admin@localhost"] };
  const admin = () => ({ key: test().keys.admin });

  async function mirror(name: string, status: "initial" | "inbound" | "outbound" = "initial") {
    const { service, keys } = test();
    const settings = readSettings({ GIT_REMOTES: JSON.stringify({ [host]: "" }) });
    const unreachable = { resolve: async () => [{ address: "127.0.0.2" }], isPublic: () => true, config: {} };
    service.remotes = createRemotes(settings, unreachable);
    const created = await test().send("POST", "/admin/v1/namespaces/demo/mirrors", {
      key: keys.admin,
      body: { ...body, name },
    });
    const { repositoryId } = Object(created.body);
    await service.db.update(repositories).set({ mirrorStatus: status }).where(eq(repositories.id, repositoryId));
    return { repositoryId: String(repositoryId), params: { ownerSlug: "demo", repoName: name } };
  }

  return {
    async createMirror() {
      await mirror("existing");
      await exchange("createMirror", 201, {
        params: namespace,
        body: { ...body, name: "described-mirror" },
        ...admin(),
      });
      await exchange("createMirror", 409, { params: namespace, body: { ...body, name: "existing" }, ...admin() });
      for (const wrong of [{ url: "https://127.0.0.1/a/b" }, { upstreamAdmins: ["unknown"] }, { name: "a/b" }]) {
        const invalid = { ...body, name: "wrong", ...wrong };
        await exchange("createMirror", 400, { params: namespace, body: invalid, ...admin() });
      }
      await exchange("createMirror", 404, {
        params: { namespaceSlug: "none" },
        body: { ...body, name: "wrong" },
        ...admin(),
      });
    },
    async getMirror() {
      const { repositoryId } = await mirror("read");
      await exchange("getMirror", 200, { params: { repositoryId }, ...admin() });
      await exchange("getMirror", 404, { params: { repositoryId: "repo_none" }, ...admin() });
    },
    async updateMirror() {
      const { repositoryId } = await mirror("changed");
      const credential = { username: "x-access-token", password: "secret" };
      await exchange("updateMirror", 200, { params: { repositoryId }, body: { credential }, ...admin() });
      await exchange("updateMirror", 400, { params: { repositoryId }, body: { url: "x" }, ...admin() });
      await exchange("updateMirror", 404, { params: { repositoryId: "repo_none" }, body: {}, ...admin() });
      await test().send("DELETE", "/v1/repohost/repos/demo/changed/mirror");
      await exchange("updateMirror", 409, { params: { repositoryId }, body: {}, ...admin() });
    },
    async transitionRepoMirror() {
      const { params } = await mirror("transitioned");
      await exchange("transitionRepoMirror", 200, { params, body: { transition: "initial_to_inbound" } });
      await exchange("transitionRepoMirror", 400, { params, body: { transition: "initial_to_inbound" } });
      await exchange("transitionRepoMirror", 400, { params, body: {} });
      await exchange("transitionRepoMirror", 404, { params: none, body: { transition: "initial_to_inbound" } });
    },
    async forceRepoMirrorCutover() {
      const { params } = await mirror("forced", "outbound");
      await exchange("forceRepoMirrorCutover", 200, { params, body: {} });
      await exchange("forceRepoMirrorCutover", 400, { params, body: {} });
      await exchange("forceRepoMirrorCutover", 404, { params: none, body: {} });
    },
    async detachRepoMirror() {
      const { params } = await mirror("detached");
      await exchange("detachRepoMirror", 204, { params });
      await exchange("detachRepoMirror", 204, { params });
      await exchange("detachRepoMirror", 400, { params: native });
      await exchange("detachRepoMirror", 404, { params: none });
    },
    async getMirrorTransitionJob() {
      const { params } = await mirror("watched");
      const { body: job } = await exchange("transitionRepoMirror", 200, {
        params,
        body: { transition: "initial_to_inbound" },
      });
      await exchange("getMirrorTransitionJob", 200, { params: { ...params, jobId: String(Object(job).id) } });
      await exchange("getMirrorTransitionJob", 404, { params: { ...params, jobId: "rmt_none" } });
    },
    async getActiveMirrorTransitionJob() {
      const { params } = await mirror("active");
      await exchange("getActiveMirrorTransitionJob", 200, { params: native });
      await exchange("transitionRepoMirror", 200, { params, body: { transition: "initial_to_inbound" } });
      await exchange("getActiveMirrorTransitionJob", 200, { params });
      await exchange("getActiveMirrorTransitionJob", 404, { params: none });
    },
    async syncMirror() {
      const { params } = await mirror("synced", "inbound");
      await exchange("syncMirror", 202, { params, body: { ref: main } });
      await exchange("syncMirror", 400, { params, body: { ref: "main" } });
      await exchange("syncMirror", 400, { params: native, body: { ref: main } });
      await exchange("syncMirror", 404, { params: none, body: { ref: main } });
    },
  };
}
