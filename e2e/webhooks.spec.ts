import { generateKeyPairSync } from "node:crypto";
import { type App, expect, signIn, test } from "./testing/app";
import { commitFile, demoPull } from "./testing/hosting";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

const orders = "/v1/repohost/repos/demo/orders";

/** Opens a pull request through the API, like another client. */
async function openPull(app: App, title: string, branch: string): Promise<void> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const request = async (path: string, body?: object) => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await fetch(`${app.serviceUrl}${orders}${path}`, { headers, ...init });
    expect(response.ok).toBe(true);
    return response.json();
  };
  const { object } = await request("/git/ref/heads/main");
  await request("/git/refs", { ref: `heads/${branch}`, sha: object.sha });
  await commitFile(app, { ref: branch, sha: object.sha }, `${branch}.md`, title);
  await request("/pulls", { title, head: branch, base: "main" });
}

/** Creates an app in the demo's namespace through the API. */
async function createBuilder(app: App): Promise<void> {
  const { publicKey } = generateKeyPairSync("ed25519");
  const response = await fetch(`${app.serviceUrl}/v1/repohost/namespaces/demo/apps`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({
      displayName: "Builder",
      publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
    }),
  });
  expect(response.ok).toBe(true);
}

test("a new pull request appears without polling, and its webhook delivery can be inspected and redelivered", {
  tag: "@long",
}, async ({ page, app }) => {
  // Wait for the demo's pull requests.
  await demoPull(app, "Add 3,000 recorded orders");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/webhooks`);
  const webhook = page.getByRole("region", { name: "Webhook" });
  await expect(webhook).toContainText("This dashboard's app");
  await expect(webhook).toContainText(`${app.webUrl}/api/webhooks/repohost`);

  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  const pulls = page.getByRole("list", { name: "Pull requests" });
  await expect(pulls.getByRole("listitem").first()).toBeVisible();
  await openPull(app, "Shown live", "shown-live");
  await expect(pulls.getByText("Shown live")).toBeVisible();

  await page.goto(`${app.webUrl}/settings/webhooks`);
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(webhook).toContainText("Test delivered. Response status 204.");
  await page.getByLabel("Event").selectOption("pull_request.created");
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByRole("listitem").filter({ hasText: "Delivered" }).first()).toBeVisible();
  await checkPage(page, "webhooks");

  await deliveries
    .getByRole("button", { name: /^pull_request.created/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "pull_request.created" });
  const attempts = dialog.getByRole("list", { name: "Attempts" }).locator("> li");
  await expect(attempts).toHaveCount(1);
  await expect(attempts.first()).toContainText("202");
  await dialog.getByText(/^Request headers/).click();
  await expect(dialog).toContainText("webhook-signature");
  await dialog.getByRole("button", { name: "Redeliver" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 redelivered");
  await expect(attempts).toHaveCount(2);
  // The delivery is a duplicate, so it is accepted and ignored.
  await expect(attempts.first()).toContainText("Manual");
  await expect(attempts.first()).toContainText("200");
  // Move the pointer away, so that no hover color is animating.
  await page.mouse.move(0, 0);
  await checkViewInAllThemes(page, "webhook-delivery");
  await page.keyboard.press("Escape");

  await page.keyboard.press("k");
  await expect(deliveries.getByRole("button", { name: /^pull_request.created/ }).first()).toBeFocused();
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: /^Redeliver \d+$/ }).click();
  await expect(deliveries.getByRole("status").first()).toHaveText(/^\d+ redelivered\.$/);

  // The dashboard's app belongs to the system; other apps can be edited.
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await createBuilder(app);
  await page.reload();
  await page.getByLabel("App", { exact: true }).selectOption({ label: "Builder (demo)" });
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Webhook for Builder" });
  await form.getByLabel("URL").fill("http://example.com/hook");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("URL")).toHaveAccessibleDescription(/must be an absolute https URL/);
  await page.mouse.move(0, 0);
  await checkViewInAllThemes(page, "webhook-form");
});
