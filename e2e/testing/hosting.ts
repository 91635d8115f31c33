import { generateKeyPairSync } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { bypassHeader, bypassWithReason } from "@/lib/contract/rule-bypass-header";
import { signAppJwt } from "@/lib/server/upstream/user-tokens/app-jwt";
import type { App } from "./app";

const orders = "/v1/repohost/repos/demo/orders";

async function send(
  app: App,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(`${app.serviceUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
  return text === "" ? undefined : JSON.parse(text);
}

/** Creates an empty repository in the demo's namespace. Returns its id. */
export async function addRepository(app: App, name: string): Promise<string> {
  const created = await send(app, "POST", "/v1/repohost/repos/demo", app.keys.user, { name });
  return (created as { id: string }).id;
}

export interface DemoPull {
  number: string;
  title: string;
  head: { ref: string; sha: string };
}

/** Waits for the demo data and finds a pull request by the start of its title. */
export async function demoPull(app: App, title: string): Promise<DemoPull> {
  const list = async () => {
    const response = await send(app, "GET", `${orders}/pulls?state=all&pageSize=100`, app.keys.user);
    return (response as { pullRequests: DemoPull[] }).pullRequests;
  };
  await expect
    .poll(async () => (await list()).map((pull) => pull.title), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/^Add .* recorded orders for load tests$/));
  const found = (await list()).find((pull) => pull.title.startsWith(title));
  if (!found) throw new Error(`demo pull request not found: ${title}`);
  return found;
}

/** Installs an app in the demo's namespace that reports checks for one of its repositories. */
export async function installCi(app: App, repository = "orders") {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const created = await send(app, "POST", "/v1/repohost/namespaces/demo/apps", app.keys.user, {
    displayName: "Test CI",
    publicKey: pem,
  });
  const { id } = created as { id: string };
  const installed = await send(app, "POST", "/admin/v1/namespaces/demo/installations", app.keys.admin, {
    appId: id,
    scopes: ["repository:checks:write"],
  });
  const path = `/v1/repohost/app/installations/${(installed as { id: string }).id}/access_tokens`;
  const minted = await send(app, "POST", path, await signAppJwt({ id, privateKey }, Date.now()), {});
  const { token } = minted as { token: string };
  return {
    id,
    /** Reports a check for a commit. */
    report: (headSha: string, key: string, checkRun: object) =>
      send(app, "POST", `/v1/repohost/repos/demo/${repository}/check-runs`, token, {
        headSha,
        checkSuite: { key: "test-ci", name: "Test CI", externalId: "1" },
        checkRun: { key, name: key, externalId: "1", externalUpdatedAt: new Date().toISOString(), ...checkRun },
      }),
  };
}

/** Adds a ruleset to the demo's repository. Returns a function that removes it, since tests share the app. */
export async function addRuleset(app: App, ruleset: object): Promise<() => Promise<unknown>> {
  const created = await send(app, "POST", `${orders}/rulesets`, app.keys.user, ruleset);
  return () => send(app, "DELETE", `${orders}/rulesets/${(created as { id: string }).id}`, app.keys.user);
}

/** Creates a branch of the demo's repository at `sha`, bypassing rules for a reason. */
export function createBranch(app: App, branch: { ref: string; sha: string }, reason: string): Promise<unknown> {
  return send(app, "POST", `${orders}/git/refs`, app.keys.user, branch, { [bypassHeader]: bypassWithReason(reason) });
}

/** Commits a file to a branch of the demo's repository as another author. */
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
    author: { name: "Sam Else", email: "else@example.com" },
    files: [{ path, content: text }],
  });
}

/** Confirms the open merge dialog. */
export async function confirmMerge(page: Page): Promise<void> {
  await page
    .getByRole("dialog", { name: /^Merge into/ })
    .getByRole("button", { name: /^(?:Merge|Bypass)/ })
    .click();
}
