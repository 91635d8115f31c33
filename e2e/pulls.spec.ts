import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { confirmMerge, demoPull } from "./testing/hosting";
import { openReview, pullTab } from "./testing/review";
import { checkPage } from "./testing/screenshots";

/** Runs an agent that writes files and opens a pull request. Returns the agent's id. */
async function agentWithPull(app: App, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const text = Object.entries(files)
    .map(([path, content]) => `\`\`\`file ${path}\n${content}\n\`\`\``)
    .join("\n");
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const response = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      name,
      prompt: { text },
      repos: [{ url: `${app.serviceUrl}/demo/orders` }],
      autoCreatePR: true,
    }),
  });
  const { agent, run } = await response.json();
  await (await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers })).text();
  return agent.id;
}

async function openPull(page: Page, app: App, title: string): Promise<void> {
  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  await page.getByRole("list", { name: "Pull requests" }).getByText(title).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
}

test("an agent's pull request is reviewed and merged", async ({ page, app }) => {
  const id = await agentWithPull(app, "Write a note", { "notes/first.md": "# A note" });
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent('"Write a note" pr:any')}`);
  const badge = page.locator(`[data-row-id="${id}"]`).getByRole("link", { name: /Pull request\s*#\d+/ });
  await badge.click();
  await expect(page).toHaveURL(/\/pulls\/demo\/orders\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Write a note");
  await page.goto(`${app.webUrl}/agents/${id}`);
  await page
    .getByRole("link", { name: /Pull request #\d+/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Write a note");
  await expect(page.getByRole("region", { name: "Merge" })).toContainText("Ready to merge into");

  await pullTab(page, /^Files/).click();
  await expect(page).toHaveURL(/tab=files/);
  await expect(page.getByRole("group", { name: "Added line 1" })).toContainText("# A note");
  await pullTab(page, "Commits").click();
  await expect(page.getByRole("region", { name: "Commits" }).getByRole("listitem")).toHaveCount(1);

  await pullTab(page, "Conversation").click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await confirmMerge(page);
  await expect(page.getByText(/^Merged #\d+ into/)).toBeVisible();
  await expect(page.locator("main header").getByText(/^Pull request:\s*Merged$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Merge", exact: true })).toHaveCount(0);
  await page.goto(`${app.webUrl}/pulls?repo=demo/orders&state=merged`);
  await expect(page.getByRole("list", { name: "Pull requests" }).getByText("Write a note")).toBeVisible();
});

test("merge blockers are listed with their actions", { tag: "@long" }, async ({ page, app }) => {
  await agentWithPull(app, "First of two", { "same.md": "one" });
  await agentWithPull(app, "Second of two", { "same.md": "two" });
  await signIn(page, app);
  await openPull(page, app, "Second of two");
  const box = page.getByRole("region", { name: "Merge" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Convert to draft" }).click();
  await expect(box).toContainText("Merging is blocked");
  await expect(box.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
  await box.getByRole("button", { name: "Ready for review" }).click();
  await expect(box).toContainText("Ready to merge into");

  await openPull(page, app, "First of two");
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await confirmMerge(page);
  await expect(page.getByText(/^Merged #\d+ into/)).toBeVisible();
  await openPull(page, app, "Second of two");
  await expect(box).toContainText("Conflicts");
  await expect(box).toContainText("same.md");
});

test("a pull request is closed, reopened, and created from the list", { tag: "@long" }, async ({ page, app }) => {
  await agentWithPull(app, "Leave a branch", { "branch.md": "branch" });
  await signIn(page, app);
  await openPull(page, app, "Leave a branch");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Close" }).click();
  await expect(page.getByText("Closed.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Merge" })).toBeVisible();

  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  await page.getByRole("button", { name: "New pull request" }).click();
  const dialog = page.getByRole("dialog", { name: "New pull request" });
  await dialog.getByLabel("Compare branch").click();
  await page
    .getByRole("option", { name: /^svc\/leave-a-branch/ })
    .first()
    .click();
  await dialog.getByLabel("Title").fill("By hand");
  await expect(dialog.getByLabel("Base branch")).toHaveText("main");
  await dialog.getByRole("button", { name: "Create pull request" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("By hand");
});

test("the list shows statuses, filters and sorts, and saves a view", { tag: "@long" }, async ({ page, app }) => {
  const { number, head } = await demoPull(app, "Add bulk discounts");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  const list = page.getByRole("list", { name: "Pull requests" });
  const row = list.getByRole("listitem").filter({ hasText: `#${number} by` });
  await expect(row).toContainText(/Checks: .*(?:passed|failed|pending|needs? action)/);
  await expect(row).toContainText(/Mergeable|Blocked: /);
  if (process.env.SCREENSHOTS) await checkPage(page, "pulls-status");
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Opened since").fill("yesterday");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Must be a date /)).toBeVisible();
  await page.getByLabel("Opened since").fill("2020-01-31");
  await page.getByLabel("Head branch").fill(head.ref);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/since=2020-01-31&head=/);
  await expect(page.getByText(/^Must be a date /)).toHaveCount(0);
  await expect(list.getByRole("listitem").filter({ hasText: /#\d+ by/ })).toHaveCount(1);
  await expect(row).toBeVisible();
  await page.getByLabel("Opened until").fill("2020-02-01");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No matching pull requests")).toBeVisible();
  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);

  const order = page.getByLabel("Sort", { exact: true });
  const startsWithTheOldest = async () => {
    const texts = await list.getByRole("listitem").allTextContents();
    const numbers = texts.map((text) => Number(/#(\d+) by/.exec(text)?.[1]));
    return (numbers[0] ?? 0) < (numbers.at(-1) ?? 0);
  };
  await order.selectOption("Newest");
  await expect.poll(startsWithTheOldest).toBe(false);
  await order.selectOption("Oldest");
  await expect(page).toHaveURL(/sort=created-asc/);
  await expect.poll(startsWithTheOldest).toBe(true);

  await page.getByRole("radio", { name: "Merged" }).click();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Base branch").fill("main");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/state=merged.*base=main/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save view…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Landed");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Landed" })).toBeVisible();

  // The view belongs to this list, not to the agent list.
  await page.goto(`${app.webUrl}/pulls`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Landed" }).click();
  await expect(page).toHaveURL(/repo=demo%2Forders&state=merged&sort=created-asc&base=main/);
  await expect(order).toHaveValue("created-asc");
  await expect(page.getByLabel("Base branch")).toHaveValue("main");
  await expect(page.getByRole("radio", { name: "Merged" })).toBeChecked();
  await page.goto(`${app.webUrl}/agents`);
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Add a filter to save a view" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Landed" })).toHaveCount(0);
});

test("review comments are saved as drafts, published together, replied to and resolved", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await agentWithPull(app, "To be reviewed", { "review/me.md": "one\ntwo\nthree" });
  await signIn(page, app);
  await openPull(page, app, "To be reviewed");
  await pullTab(page, /^Files/).click();
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const comment = page.getByLabel("Comment on review/me.md, line 2");
  // The button appears on hover, and disappears when the line re-renders under a resting pointer.
  await expect(async () => {
    await changes.getByRole("group", { name: "Added line 2" }).hover({ timeout: 2_000 });
    await changes.locator("[data-utility-button]").click({ timeout: 2_000 });
    await expect(comment).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await comment.fill("Why *two*?");
  await page.keyboard.press("Control+Enter");
  await expect(changes.getByText("Draft")).toBeVisible();
  // By keyboard: from the file header, by line number.
  await changes.getByRole("button", { name: "Comment on review/me.md" }).press("Enter");
  await page.getByLabel("Line of review/me.md").fill("3");
  await page.getByRole("textbox", { name: "Comment on review/me.md", exact: true }).fill("And three?");
  await page.getByRole("button", { name: "Add to review" }).click();
  await page.reload();
  await expect(changes.getByText("Draft")).toHaveCount(2);

  const form = await openReview(page);
  await form.getByLabel("Summary").fill("Two questions.");
  await form.getByLabel("Request changes").check();
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(changes.getByText("Draft")).toHaveCount(0);
  await expect(changes.getByText("Why two?")).toBeVisible();

  await pullTab(page, "Conversation").click();
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByText(/requested changes on version 1/)).toBeVisible();
  const thread = conversation.getByRole("group").filter({ hasText: "Why two?" });
  await thread.getByRole("button", { name: "Reply" }).click();
  await thread.getByLabel("Reply").fill("Because.");
  await thread.getByRole("button", { name: "Send reply" }).click();
  await expect(thread.getByText("Because.")).toBeVisible();
  await thread.getByRole("button", { name: "Resolve" }).click();
  await expect(thread.getByText("Resolved")).toBeVisible();
});
