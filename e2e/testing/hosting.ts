import { generateKeyPairSync } from "node:crypto";
import { expect } from "@playwright/test";
import { signAppJwt } from "@/lib/server/upstream/person-tokens/app-jwt";
import type { App } from "./app";

const orders = "/v1/repohost/repos/demo/orders";

async function send(app: App, method: string, path: string, key: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${app.serviceUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return text === "" ? undefined : JSON.parse(text);
}

/** Makes an empty repository of the demo's owner; answers its id. */
export async function addRepository(app: App, name: string): Promise<string> {
  const made = await send(app, "POST", "/v1/repohost/repos/demo", app.keys.user, { name });
  return (made as { id: string }).id;
}

export interface DemoPull {
  number: string;
  title: string;
  head: { ref: string; sha: string };
}

/** A pull request of the demo by its title, once the demo is complete. */
export async function demoPull(app: App, title: string): Promise<DemoPull> {
  const list = async () => {
    const answer = await send(app, "GET", `${orders}/pulls?state=all&pageSize=100`, app.keys.user);
    return (answer as { pullRequests: DemoPull[] }).pullRequests;
  };
  await expect
    .poll(async () => (await list()).map((pull) => pull.title), { timeout: 240_000 })
    .toContainEqual(expect.stringMatching(/^Add .* recorded orders for load tests$/));
  const found = (await list()).find((pull) => pull.title.startsWith(title));
  if (!found) throw new Error(`the demo has no pull request ${title}`);
  return found;
}

/** An app that is installed in the demo's namespace and reports checks of one of its repositories. */
export async function installCi(app: App, repository = "orders") {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const made = await send(app, "POST", "/v1/repohost/namespaces/demo/apps", app.keys.user, {
    displayName: "Test CI",
    publicKey: pem,
  });
  const { id } = made as { id: string };
  const installed = await send(app, "POST", "/admin/v1/namespaces/demo/installations", app.keys.admin, {
    appId: id,
    scopes: ["repository:checks:write"],
  });
  const path = `/v1/repohost/app/installations/${(installed as { id: string }).id}/access_tokens`;
  const minted = await send(app, "POST", path, await signAppJwt({ id, privateKey }, Date.now()), {});
  const { token } = minted as { token: string };
  return {
    id,
    /** Reports a check of a commit. */
    report: (headSha: string, key: string, checkRun: object) =>
      send(app, "POST", `/v1/repohost/repos/demo/${repository}/check-runs`, token, {
        headSha,
        checkSuite: { key: "test-ci", name: "Test CI", externalId: "1" },
        checkRun: { key, name: key, externalId: "1", externalUpdatedAt: new Date().toISOString(), ...checkRun },
      }),
  };
}

/** Makes a ruleset of the demo's repository; answers how to take it away, for tests share the app. */
export async function addRuleset(app: App, ruleset: object): Promise<() => Promise<unknown>> {
  const made = await send(app, "POST", `${orders}/rulesets`, app.keys.user, ruleset);
  return () => send(app, "DELETE", `${orders}/rulesets/${(made as { id: string }).id}`, app.keys.user);
}

/** Commits a file to a branch of the demo's repository, as somebody else would. */
export function commitFile(
  app: App,
  branch: { ref: string; sha: string },
  path: string,
  text: string,
): Promise<unknown> {
  return send(app, "POST", `${orders}/git/commits:createFromFiles`, app.keys.user, {
    targetBranch: branch.ref,
    expectedHeadSha: branch.sha,
    message: `Change ${path}`,
    author: { name: "Somebody Else", email: "else@example.com" },
    files: [{ path, content: text }],
  });
}
