import type { Page } from "@playwright/test";
import { updateAccount } from "./testing/account";
import { expect, signIn, test } from "./testing/app";
import { createFinishedAgent } from "./testing/run-agent";
import { checkPage } from "./testing/screenshots";
import { crashService, whilePaused } from "./testing/service-process";

const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });
const noApi = "The team's plan doesn't include the API";

test.describe("a service that is slow or fails", () => {
  test.beforeEach(({ page, app }) => signIn(page, app));
  test.afterEach(({ app }) => updateAccount(app, { apiEnabled: true }));

  test("that stops responding doesn't block lists, and pages that wait for it show a loading state", async ({
    page,
    app,
  }) => {
    const id = await createFinishedAgent(app, "```sh\necho slow-word\n```");
    await page.goto(`${app.webUrl}/agents`);
    await expect(page.locator("[data-row-id]", { hasText: "slow-word" })).toBeVisible();
    await whilePaused(app, async () => {
      await page.reload();
      await expect(page.locator("[data-row-id]", { hasText: "slow-word" })).toBeVisible();
      await page.goto(`${app.webUrl}/agents/${id}`, { waitUntil: "commit" });
      await expect(page.getByRole("status", { name: /Loading/ }).first()).toBeVisible();
    });
    await expect(transcript(page).getByText("slow-word").first()).toBeVisible();
  });

  test("that is slow to launch receives only one request", { tag: "@long" }, async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents/new`);
    await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("A slow launch, once");
    const launch = page.getByRole("button", { name: /Launch/ });
    await expect(launch.first()).toBeEnabled();
    await whilePaused(app, async () => {
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("button", { name: "Launching…" })).toBeDisabled();
      await page.keyboard.press("Control+Enter");
    });
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent('"A slow launch"')}`);
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
  });

  test("that crashes fails its run but loses no draft", async ({ page, app }) => {
    const response = await fetch(`${app.serviceUrl}/v1/agents`, {
      method: "POST",
      headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: { text: "```sh\necho before-the-crash; sleep 600\n```" } }),
    });
    const { agent } = await response.json();
    await page.goto(`${app.webUrl}/agents/${agent.id}`);
    await expect(
      transcript(page)
        .getByText(/^before-the-crash$/m)
        .first(),
    ).toBeVisible();
    const form = page.getByRole("form", { name: "Follow-up" });
    const field = form.getByRole("textbox", { name: /follow-up/i });
    await field.fill("continue after the crash");
    await crashService(app);
    await expect(
      page
        .getByRole("complementary", { name: "Details" })
        .getByText(/Run status:\s*Failed/)
        .first(),
    ).toBeVisible({ timeout: 60_000 });
    await expect(
      transcript(page)
        .getByText(/^before-the-crash$/m)
        .first(),
    ).toBeVisible();
    await expect(field).toHaveValue("continue after the crash");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(field).toHaveValue("");
    await expect(page.getByRole("complementary", { name: "Details" }).getByText(/Run 2/).first()).toBeVisible();
  });

  test("that rejects every request leaves every screen readable", { tag: "@long" }, async ({ page, app }) => {
    const id = await createFinishedAgent(app, "```sh\ncd artifacts; echo kept > kept.txt\n```");
    await page.goto(`${app.webUrl}/agents`);
    await expect(page.locator("[data-row-id]", { hasText: "kept.txt" })).toBeVisible();
    await updateAccount(app, { apiEnabled: false });
    for (const [name, path] of [
      ["agents", "/agents"],
      ["overview", "/"],
      ["new-agent", "/agents/new"],
      ["agent", `/agents/${id}`],
      ["artifacts", `/artifacts?agent=${id}`],
    ] as const) {
      await test.step(name, async () => {
        await page.goto(`${app.webUrl}${path}`);
        await expect(page.getByRole("main").getByText(noApi).first()).toBeVisible();
        await checkPage(page, `${name}-rejected`);
      });
    }
  });
});
