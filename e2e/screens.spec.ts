import { expect, signIn, test } from "./testing/app";
import { pullTab } from "./testing/review";
import { createFinishedAgent } from "./testing/run-agent";
import { checkPage } from "./testing/screenshots";

test.describe("every screen, in both themes, at 360 and 1440 px, is accessible", () => {
  test("sign-in", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/sign-in`);
    await checkPage(page, "sign-in");
  });

  test("agents, empty and with agents", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents`);
    await checkPage(page, "agents-first");
    await createFinishedAgent(
      app,
      `A name that is far too long for any column of any list, ${"and continues ".repeat(10)}`,
    );
    await createFinishedAgent(app, "How is the bulk discount computed?");
    await checkPage(page, "agents");
  });

  test("overview", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(app.webUrl);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    // The demo opens its pull requests after the start, and the dashboard looks twice a minute.
    const inbox = page.getByRole("region", { name: /Needs attention/ });
    const pull = inbox
      .getByRole("listitem")
      .filter({ hasText: /Review requested|Changes requested|Checks failed|Blocked/ })
      .first();
    await expect(pull).toBeVisible({ timeout: 60_000 });
    await expect(pull.getByRole("link").first()).toHaveAttribute("href", /^\/pulls\/demo\/[\w-]+\/[0-9]+$/);
    await checkPage(page, "overview");
    const unread = await inbox.getByRole("listitem").count();
    await page.keyboard.press("j");
    await expect(inbox.getByRole("listitem").first().getByRole("link").first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect(inbox.getByRole("listitem").first().getByRole("link").first()).toBeFocused();
    await page.keyboard.press("e");
    await expect(inbox.getByRole("listitem")).toHaveCount(unread - 1);
    await inbox.getByRole("button", { name: "Mark all as read" }).click();
    await expect(inbox.getByText("You're all caught up.")).toBeVisible();
    await inbox.getByRole("radio", { name: "All" }).click();
    await inbox
      .getByRole("button", { name: /^Mark as unread/ })
      .first()
      .click();
    await inbox.getByRole("radio", { name: "Unread" }).click();
    await expect(inbox.getByRole("listitem")).toHaveCount(1);
  });

  test("new agent", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    await checkPage(page, "new-agent");
  });

  test("new agent, filled in", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new?prompt=Look`);
    await page.getByRole("button", { name: "Link an image" }).click();
    await page.getByRole("button", { name: "Advanced options" }).click();
    for (const what of ["repository", "variable", "MCP server", "subagent"]) {
      await page.getByRole("button", { name: `Add ${what}` }).click();
      await expect(page.getByRole("button", { name: new RegExp(`^Remove ${what}`) }).first()).toBeVisible();
    }
    await page.getByRole("radio", { name: "OAuth" }).click();
    await page.getByRole("radio", { name: "Pool" }).click();
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText(/^[0-9]+ errors$/)).toBeVisible();
    await checkPage(page, "new-agent-filled");
    await page.evaluate(() => localStorage.removeItem("slipway.launch"));
  });

  test("usage and artifacts, empty and filled", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/usage?from=2020-01-01&to=2020-01-02`);
    await expect(page.getByText("No runs in this range")).toBeVisible();
    await checkPage(page, "usage-empty");
    const script =
      "cd artifacts; printf '# Report' > a-report-with-a-name-that-is-much-too-long-for-any-card.md; echo x > run.log";
    await createFinishedAgent(app, `\`\`\`sh\n${script}\n\`\`\``);
    await page.goto(`${app.webUrl}/usage?by=agent`);
    await expect(page.getByRole("region", { name: "Usage by agent" })).toBeVisible();
    await checkPage(page, "usage");
    await page.goto(`${app.webUrl}/artifacts`);
    await expect(page.getByRole("button", { name: /run.log/ })).toBeVisible();
    await checkPage(page, "artifacts");
    await page.goto(`${app.webUrl}/artifacts?view=list`);
    await checkPage(page, "artifacts-list");
  });

  test("agent", { tag: "@long" }, async ({ page, app }) => {
    const text =
      "Write a file, run the tests.\n```file notes/hello.md\n# Hello\n```\n```sh\nnpm test\n```\n```sh\nfalse\n```";
    const id = await createFinishedAgent(app, text);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByText("Script agent: runs").first()).toBeVisible();
    await checkPage(page, "agent");
  });

  test("settings", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    for (const [section, name] of [
      ["sessions", "Your sessions"],
      ["users", "Users"],
      ["audit", "Audit log"],
    ]) {
      await page.goto(`${app.webUrl}/settings/${section}`);
      await expect(
        page
          .getByRole("region", { name })
          .getByText(/Signed in|admin@localhost|No entries yet/)
          .first(),
      ).toBeVisible();
      await checkPage(page, `settings-${section}`);
    }
  });

  test("pull requests", { tag: "@long" }, async ({ page, app }) => {
    const text = `Write them.\n\`\`\`file ${"deep/".repeat(12)}long-name.md\n${"wide ".repeat(60)}\n\`\`\``;
    const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
    const body = { prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }], autoCreatePR: true };
    const made = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body: JSON.stringify(body) });
    const { agent, run } = await made.json();
    await (await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers })).text();
    await signIn(page, app);
    await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
    const first = page.getByRole("list", { name: "Pull requests" }).getByRole("link").first();
    await expect(first).toBeVisible();
    await checkPage(page, "pulls");
    await first.click();
    await expect(page.getByRole("region", { name: "Merge" })).toContainText("Ready to merge");
    await checkPage(page, "pull");
    await pullTab(page, /^Files/).click();
    await expect(page.getByText("long-name.md").first()).toBeVisible();
    await checkPage(page, "pull-files");
  });

  test("agent not found", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/bc-00000000-0000-4000-8000-000000000000`);
    await checkPage(page, "agent-missing");
  });
});
