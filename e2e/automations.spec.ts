import { expect, signIn, test } from "./testing/app";
import { pressSequence } from "./testing/keyboard";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";
import { signInAsNewUser } from "./testing/sign-in-as";

test("an automation is created, fires for its webhook, and links to its agent", { tag: "@long" }, async ({
  page,
  app,
  browser,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents`);
  await expect(page.getByRole("heading", { name: "Agents", level: 1 })).toBeVisible();
  await pressSequence(page, "g", "m");
  await expect(page).toHaveURL(/\/automations$/);
  await expect(page.getByText("No automations yet")).toBeVisible();
  await checkPage(page, "automations-empty");

  await page.getByRole("link", { name: "New automation" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await test.step("the form previews schedules and names what is wrong", async () => {
    await expect(page.getByRole("list", { name: "Next runs" }).getByRole("listitem")).toHaveCount(3);
    await page.getByLabel("Cron expression").fill("61 * * * *");
    await expect(page.getByRole("list", { name: "Next runs" })).toHaveCount(0);
    await page.getByRole("button", { name: "Create automation" }).click();
    await expect(page.getByText(/invalid cron expression/i)).toBeVisible();
    await expect(name).toBeFocused();
    await checkViewInAllThemes(page, "automation-form");
  });

  await test.step("the prompt is rendered with sample values", async () => {
    await name.fill("Triage issues");
    await page.getByRole("radio", { name: "Webhook" }).click();
    const prompt = page.getByLabel("Template");
    await prompt.fill("Where is this computed: {{event.issue.titel}}");
    await expect(page.getByText(/unknown variable/i)).toBeVisible();
    await prompt.fill("Where is this computed: ");
    await page.getByRole("button", { name: "event.issue.title" }).click();
    await expect(prompt).toHaveValue("Where is this computed: {{event.issue.title}}");
    await page.getByText("Preview with sample values").click();
    await expect(page.getByText('<event-data name="event.issue.title">Total is wrong')).toBeVisible();
    await page.getByRole("button", { name: "Create automation" }).click();
    await expect(page.getByRole("heading", { name: "Triage issues", level: 1 })).toBeVisible();
  });

  const secretBox = page.getByRole("region", { name: "New webhook secret" });
  const secret = await secretBox.locator("code").innerText();
  const url = await page.getByRole("region", { name: "Webhook", exact: true }).locator("code").first().innerText();
  await test.step("only the secret triggers it, once per delivery", async () => {
    const send = (token: string) =>
      page.request.post(url, {
        headers: { authorization: `Bearer ${token}`, "x-github-delivery": "one" },
        data: { action: "opened", issue: { title: "The bulk discount" } },
      });
    expect((await send("wrong")).status()).toBe(401);
    expect((await send(secret)).status()).toBe(202);
    expect((await send(secret)).status()).toBe(200);
  });

  await test.step("the history links to the agent", async () => {
    const history = page.getByRole("list", { name: "History" });
    await expect(history.getByRole("listitem")).toHaveCount(1);
    const link = history.getByRole("link", { name: "Triage issues #1" });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await checkPage(page, "automation");
    await page.getByRole("button", { name: "Run now" }).click();
    await expect(page.getByText("Run #2 was queued.")).toBeVisible();
    await expect(history.getByRole("listitem")).toHaveCount(2);
    await link.click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await expect(page.getByText("The bulk discount").first()).toBeVisible({ timeout: 60_000 });
  });

  await test.step("it is paused in the list, and other users can't change it", async () => {
    await page.goto(`${app.webUrl}/automations`);
    await page.getByRole("button", { name: "Pause Triage issues" }).click();
    await expect(page.getByRole("button", { name: "Resume Triage issues" })).toBeVisible();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await checkPage(page, "automations");
    const other = await signInAsNewUser(page, app, browser, "lena@example.com");
    await other.goto(`${app.webUrl}/automations`);
    await other.getByRole("link", { name: "Triage issues" }).click();
    await expect(other.getByText("Paused by a user.")).toBeVisible();
    await expect(other.getByRole("button", { name: "Run now" })).toHaveCount(0);
    await other.context().close();
  });
});
