import { expect, signIn, signInWithNewSession, test } from "./testing/app";
import { pressSequence } from "./testing/keyboard";
import { createFinishedAgent } from "./testing/run-agent";
import { createTestRepository } from "./testing/test-repository";

test.describe("the console by keyboard", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents`);
    await expect(page.getByRole("heading", { name: "Agents", level: 1 })).toBeVisible();
  });

  test("the command palette opens a screen", async ({ page }) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await page.keyboard.type("new");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/agents\/new$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("the command palette finds settings, pull requests, repositories and actions", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const palette = page.getByRole("dialog", { name: "Command palette" });
    const repository = await createTestRepository(app, "palette-target", { "a.txt": "a\n" });
    await repository.commit("change", { "b.txt": "b\n" }, "main");
    await repository.push("change");
    const { number } = await repository.openPull({ title: "Find me by number", head: "change" });
    const first = async (text: string) => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(text);
      return palette.getByRole("option").first();
    };
    for (const [text, found, url] of [
      ["audit log", "Audit log", /\/settings\/audit$/],
      ["budgets", "Budgets", /\/usage\/budgets$/],
      [`#${number}`, new RegExp(`#${number}$`), /\/pulls\//],
      ["palette-target", "demo/palette-target", /\/repositories\/demo\/palette-target$/],
    ] as const) {
      const option = await first(text);
      await expect(option).toHaveText(found);
      await expect(option).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(url);
    }
    const id = await createFinishedAgent(app, "Where is tax computed");
    await page.goto(`${app.webUrl}/agents/${id}`);
    await first("cancel");
    await expect(palette.getByRole("option", { name: /^Search everything/ })).toBeVisible();
    await expect(palette.getByRole("option", { name: "Where is tax computed", exact: true })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(await first("archive")).toHaveText("Archive this agent");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Agent archived.")).toBeVisible();
    await repository.remove();
  });

  test("shortcuts open the shortcut sheet and screens, and are ignored while typing", async ({ page }) => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox", { name: "Filter agents" })).toBeFocused();
    await page.keyboard.type("c?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/agents\?q=c/);
    await page.getByRole("combobox", { name: "Filter agents" }).blur();
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/agents\/new$/);
    await page.getByRole("heading", { level: 1 }).click();
    await pressSequence(page, "g", "a");
    await expect(page).toHaveURL(/\/agents$/);
  });

  test("single-key shortcuts can be turned off, and stay off", { tag: "@long" }, async ({ page }) => {
    await page.keyboard.press("?");
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Agents", level: 1 })).toBeVisible();
    await page.keyboard.press("?");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/agents$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  });

  test("the theme is set in the menu and persists", { tag: "@long" }, async ({ page }) => {
    await page.getByRole("button", { name: "Admin Admin" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Admin Admin" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
    await expect(page.getByRole("menuitemradio", { name: "Light" })).not.toBeChecked();
  });

  test("filters are in the URL and survive a reload", { tag: "@long" }, async ({ page }) => {
    await page.getByRole("combobox", { name: "Filter agents" }).fill("nothing has this name");
    await expect(page).toHaveURL(/\?q=nothing/);
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Filter agents" })).toHaveValue("nothing has this name");
  });

  test("at 360 px the navigation opens as a dialog", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "New agent" }).click();
    await expect(page).toHaveURL(/\/agents\/new$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("signing out ends the session", async ({ page, app }) => {
    await signInWithNewSession(page, app);
    await page.getByRole("button", { name: "Admin Admin" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect((await page.request.get(`${app.webUrl}/api/v1/agents`)).status()).toBe(401);
  });
});

test.describe("the list of agents", () => {
  test("j and Enter open an agent", { tag: "@long" }, async ({ page, app }) => {
    await fetch(`${app.serviceUrl}/v1/agents`, {
      method: "POST",
      headers: { authorization: `Bearer ${app.keys.user}` },
      body: JSON.stringify({ prompt: { text: "Open me by keyboard" } }),
    });
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents`);
    await expect(page.getByText("Open me by keyboard")).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await expect(page.getByRole("heading", { name: "Open me by keyboard" })).toBeVisible();
  });
});
