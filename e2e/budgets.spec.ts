import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";
import { signInAsNewUser } from "./testing/sign-in-as";

// A separate app: the budget would stop the runs of other tests.
test.use({ environment: { LOG_LEVEL: "debug" } });

const usedUp =
  /The monthly budget for the team is used up: [\d,]+ of 20 tokens\. It resets on \d{4}-\d{2}-01 00:00 UTC/;

async function launch(page: Page, webUrl: string): Promise<void> {
  await page.goto(`${webUrl}/agents/new`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("How is the bulk discount computed?");
  await page.getByRole("button", { name: /Launch agent/ }).click();
}

test("a used-up budget stops launches and follow-ups until an admin raises it", { tag: "@long" }, async ({
  page,
  app,
  browser,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/usage`);
  await page.getByRole("navigation", { name: "Usage views" }).getByRole("link", { name: "Budgets" }).click();
  const screen = page.getByRole("region", { name: "Budgets" });
  await expect(screen.getByText("No budgets yet")).toBeVisible();
  await checkPage(page, "budgets-empty");

  await screen.getByRole("button", { name: "Add budget" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add budget" });
  await dialog.getByLabel("Limit", { exact: true }).fill("many");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("must be a whole number such as 5000000")).toBeVisible();
  await checkViewInAllThemes(page, "budget-dialog");
  await dialog.getByLabel("Limit", { exact: true }).fill("20");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const card = screen.getByRole("listitem", { name: /^Team/ });
  await expect(card.getByText("Within budget")).toBeVisible();

  await test.step("the first run uses it up", async () => {
    await launch(page, app.webUrl);
    await page.waitForURL(/\/agents\/bc-/);
    const warnings = page.getByRole("list", { name: "Budgets" });
    await expect(warnings.getByText(/Monthly budget for the team: used up\. No new runs until/)).toBeVisible({
      timeout: 60_000,
    });
  });

  await test.step("follow-ups and launches are rejected and keep their input", async () => {
    const form = page.getByRole("form", { name: "Follow-up" });
    const field = form.getByRole("textbox", { name: /follow-up/i });
    await field.fill("And now?");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("alert")).toContainText(usedUp);
    await expect(field).toHaveValue("And now?");
    await launch(page, app.webUrl);
    await expect(page.getByRole("alert").filter({ hasText: usedUp })).toContainText("No agent was created.");
    await expect(page.getByRole("list", { name: "Budgets" }).getByText(/used up/)).toBeVisible();
    await expect(page).toHaveURL(/\/agents\/new/);
  });

  await test.step("other users see it but can't change it", async () => {
    const operator = await signInAsNewUser(page, app, browser, "lena@example.com");
    await operator.goto(`${app.webUrl}/usage/budgets`);
    await expect(operator.getByRole("listitem", { name: /^Team/ }).getByText("Used up")).toBeVisible();
    await expect(operator.getByRole("button", { name: /budget/i })).toHaveCount(0);
    await operator.context().close();
  });

  await test.step("a raised limit warns and lets agents launch", async () => {
    await page.goto(`${app.webUrl}/usage/budgets`);
    await expect(card.getByText("Used up")).toBeVisible();
    await checkPage(page, "budgets");
    const [used = "0"] = (await card.getByText(/ of 20 tokens/).innerText()).split(" ");
    await card.getByRole("button", { name: "Edit monthly budget for the team" }).click();
    const edit = page.getByRole("dialog", { name: "Edit budget" });
    await edit.getByLabel("Limit", { exact: true }).fill(String(Number(used.replaceAll(",", "")) * 2));
    await edit.getByLabel("Warn at").fill("50");
    await edit.getByRole("button", { name: "Save budget" }).click();
    await expect(card.getByText("Nearly used")).toBeVisible();
    await launch(page, app.webUrl);
    await page.waitForURL(/\/agents\/bc-/);
  });

  await page.goto(`${app.webUrl}/usage/budgets`);
  await card.getByRole("button", { name: "Delete monthly budget for the team" }).click();
  await page.getByRole("dialog", { name: "Delete budget?" }).getByRole("button", { name: "Delete budget" }).click();
  await expect(screen.getByText("No budgets yet")).toBeVisible();
});
