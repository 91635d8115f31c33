import { type App, expect, signIn, test } from "./testing/app";
import { commitFile, demoPull } from "./testing/hosting";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

const orders = "/v1/repohost/repos/demo/orders";

/** Opens a pull request of a branch of its own over the API, as somebody else would. */
async function openPull(app: App, title: string, branch: string): Promise<void> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const ask = async (path: string, body?: object) => {
    const given = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const answer = await fetch(`${app.serviceUrl}${orders}${path}`, { headers, ...given });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const { object } = await ask("/git/ref/heads/main");
  await ask("/git/refs", { ref: `heads/${branch}`, sha: object.sha });
  await commitFile(app, { ref: branch, sha: object.sha }, `${branch}.md`, title);
  await ask("/pulls", { title, head: branch, base: "main" });
}

test("a pull request shows at once where nobody asks again; what told of it is read and sent again", async ({
  page,
  app,
}) => {
  // What the demo opens comes first.
  await demoPull(app, "Add 3,000 recorded orders");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/webhooks`);
  const webhook = page.getByRole("region", { name: "Webhook" });
  await expect(webhook).toContainText("This dashboard's own app");
  await expect(webhook).toContainText(`${app.webUrl}/api/webhooks/repohost`);

  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  const pulls = page.getByRole("list", { name: "Pull requests" });
  await expect(pulls.getByRole("listitem").first()).toBeVisible();
  await openPull(app, "Heard at once", "heard-at-once");
  await expect(pulls.getByText("Heard at once")).toBeVisible();

  await page.goto(`${app.webUrl}/settings/webhooks`);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(webhook).toContainText("The test was taken, with 204.");
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
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 sent again now");
  await expect(attempts).toHaveCount(2);
  // It was here before: taken, and nothing came of it.
  await expect(attempts.first()).toContainText("Asked for");
  await expect(attempts.first()).toContainText("200");
  // A button under the pointer would be looked at while its colour changes.
  await page.mouse.move(0, 0);
  await checkViewInAllThemes(page, "webhook-delivery");
  await page.keyboard.press("Escape");

  await page.keyboard.press("k");
  await expect(deliveries.getByRole("button", { name: /^pull_request.created/ }).first()).toBeFocused();
  await page.getByRole("button", { name: "Choose all shown" }).click();
  await page.getByRole("button", { name: /^Send \d+ again$/ }).click();
  await expect(deliveries.getByRole("status").first()).toHaveText(/^\d+ sent again now\.$/);

  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Webhook of Slipway" });
  await form.getByLabel("Address").fill("http://example.com/hook");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Address")).toHaveAccessibleDescription(/must be an absolute https URL/);
  await page.mouse.move(0, 0);
  await checkViewInAllThemes(page, "webhook-form");
});
