import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { chooseByName, press, tabTo } from "./testing/keyboard";
import { createFinishedAgent } from "./testing/run-agent";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test.describe("by keyboard alone", () => {
  test.beforeEach(({ page, app }) => signIn(page, app));

  test("agent list: save and open a view, archive an agent and undo it", { tag: "@long" }, async ({ page, app }) => {
    await createFinishedAgent(app, "Archive by keyboard");
    await page.goto(`${app.webUrl}/agents`);
    await expect(page.locator("[data-row-id]")).not.toHaveCount(0);
    await press(page, "/");
    await page.keyboard.type('"by keyboard" ');
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await tabTo(page, button(page, "Views"));
    await press(page, "Enter");
    await expect(page.getByRole("menuitem", { name: "Save view…" })).toBeFocused();
    await press(page, "Enter");
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Keys");
    await press(page, "Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button(page, "Keys")).toBeVisible();

    await tabTo(page, page.getByRole("checkbox", { name: /^Select Archive by keyboard/ }));
    await press(page, "Space");
    await tabTo(page, button(page, /^Archive( \(\d+\))?$/), "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByText("No matching agents")).toBeVisible();
    await tabTo(page, page.getByRole("region", { name: "Bulk action" }).getByRole("button", { name: "Undo" }));
    await press(page, "Enter");
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await tabTo(page, page.getByRole("link", { name: /Archive by keyboard/ }), "Shift+Tab");
    await press(page, "Enter");
    await expect(page).toHaveURL(/\/agents\/bc-/);
  });

  test("launch with a repository, then use the agent page up to deletion", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents/new`);
    await tabTo(page, page.getByRole("textbox", { name: "Prompt", exact: true }));
    await page.keyboard.type("Launched without a mouse");
    await tabTo(page, page.getByRole("combobox", { name: "Repository" }));
    await press(page, "Enter");
    await expect(page.getByPlaceholder("Filter…")).toBeFocused();
    await page.keyboard.type("orders");
    await expect(page.getByRole("option", { name: /demo\/orders/ })).toBeVisible();
    await press(page, "Enter");
    await expect(page.getByRole("combobox", { name: "Repository" })).toContainText("demo/orders");
    await tabTo(page, button(page, /Launch agent/));
    await press(page, "Enter");
    await expect(page).toHaveURL(/\/agents\/bc-/);
    const details = page.getByRole("complementary", { name: "Details" });
    await expect(details.getByText(/Run 1\s*Run status:\s*Finished/).first()).toBeVisible();

    await tabTo(page, page.getByRole("textbox", { name: /follow-up/i }));
    await page.keyboard.type("And a follow-up");
    await press(page, "Control+Enter");
    await expect(details.getByText(/Run 2\s*Run status:\s*Finished/).first()).toBeVisible();

    await tabTo(page, button(page, "Transcript actions"), "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await press(page, "Escape");
    await tabTo(page, page.getByRole("link", { name: "Events", exact: true }), "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByRole("region", { name: "Raw events" })).toBeVisible();

    await tabTo(page, button(page, "More actions"), "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByRole("menuitem", { name: /Launch again/ })).toBeFocused();
    await chooseByName(page, "Delete");
    await expect(page.getByLabel("Type “delete” to confirm")).toBeFocused();
    await page.keyboard.type("delete");
    await press(page, "Enter");
    await expect(page).toHaveURL(/\/agents$/);
    await expect(page.getByText("Launched without a mouse")).toHaveCount(0);
  });

  test("usage: range, grouping, an agent's runs and the prices", { tag: "@long" }, async ({ page, app }) => {
    await createFinishedAgent(app, "Tokens by keyboard.");
    await page.goto(`${app.webUrl}/usage`);
    await expect(page.getByRole("region", { name: /^Usage by/ })).toBeVisible();
    await tabTo(page, button(page, "7 days"));
    await press(page, "Enter");
    await expect(page).toHaveURL(/from=/);
    await tabTo(page, page.getByRole("radio", { name: "Repository" }));
    await press(page, "ArrowLeft");
    await expect(page.getByRole("region", { name: "Usage by agent" })).toBeVisible();
    await tabTo(page, button(page, /^Runs of/).first());
    await press(page, "Enter");
    await expect(page.getByText("Run status:").first()).toBeAttached();
    await tabTo(page, button(page, /^Prices$/), "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await press(page, "Escape");
    await expect(button(page, /^Prices$/)).toBeFocused();
  });

  test("artifacts: filter, preview one after another and return to the same place", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const id = await createFinishedAgent(app, "```sh\ncd artifacts; echo one > one.txt; echo two > two.txt\n```");
    await page.goto(`${app.webUrl}/artifacts?agent=${id}`);
    await expect(page.getByRole("list", { name: "Artifacts" })).toBeVisible();
    await tabTo(page, page.getByRole("searchbox", { name: "Filter artifacts" }));
    await page.keyboard.type("o");
    await tabTo(page, button(page, /one\.txt/));
    await press(page, "Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: "one.txt" })).toBeVisible();
    await press(page, "ArrowRight");
    await expect(dialog.getByRole("heading", { name: "two.txt" })).toBeVisible();
    await press(page, "Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button(page, /one\.txt/)).toBeFocused();
  });

  test("users and the audit log", { tag: "@long" }, async ({ page, app }) => {
    await page.goto(`${app.webUrl}/settings/users`);
    await tabTo(page, button(page, "Add user"));
    await press(page, "Enter");
    await expect(page.getByLabel("Email address")).toBeFocused();
    await page.keyboard.type("keys@example.com");
    await press(page, "Enter");
    await expect(page.getByRole("dialog", { name: "Sign-in link" })).toBeVisible();
    await press(page, "Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await tabTo(page, page.getByLabel("Role of keys@example.com"));
    await page.keyboard.type("viewer");
    await expect(page.getByText("keys@example.com is now viewer.")).toBeVisible();
    await tabTo(page, button(page, /More actions for keys@example\.com/));
    await press(page, "Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await chooseByName(page, "Disable");
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "keys@example.com" })).toContainText(
      "Disabled",
    );

    await tabTo(page, page.getByRole("link", { name: "Audit log" }), "Shift+Tab");
    await press(page, "Enter");
    await expect(page).toHaveURL(/\/settings\/audit$/);
    await tabTo(page, page.getByLabel("Operation", { exact: true }));
    await page.keyboard.type("addUser");
    await expect(page).toHaveURL(/operation=addUser/);
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Added user" }).first()).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "CSV" }), "Shift+Tab");
    const download = page.waitForEvent("download");
    await press(page, "Enter");
    expect((await download).suggestedFilename()).toBe("audit.csv");
  });
});
