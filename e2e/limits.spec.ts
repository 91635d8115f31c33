import { type App, expect, signIn, test } from "./testing/app";
import { agentOf } from "./testing/run-agent";

// Few enough calls that a test can use up a minute's; the dashboard's own are among them.
const perMinute = 400;
test.use({ environment: { RATE_LIMIT_PER_MINUTE: String(perMinute) } });

/** Uses up what is left of the minute; answers the seconds until the next one. */
async function spend(app: App): Promise<number> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  for (;;) {
    const calls = Array.from({ length: 50 }, () => fetch(`${app.serviceUrl}/v1/me`, { headers }));
    const answers = await Promise.all(calls);
    await Promise.all(answers.map((answer) => answer.text()));
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return Number(refused.headers.get("retry-after"));
  }
}

/** Uses up a minute of which enough is left to see what follows. */
const spent = (app: App) => expect.poll(() => spend(app), { timeout: 60_000 }).toBeGreaterThan(20);

test.describe("too many calls", () => {
  test.setTimeout(240_000);

  test("a launch says how long to wait, and loses nothing", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    await prompt.fill("Keep me.");
    await spent(app);
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText(/Too many calls: the service asks to wait [0-9]+ s\./)).toBeVisible();
    await expect(page.getByText(/No agent was created, and nothing you typed is lost/)).toBeVisible();
    await expect(prompt).toHaveValue("Keep me.");
  });

  test("a follow-up says so, and is sent once the service takes it", async ({ page, app }) => {
    await expect
      .poll(
        async () =>
          (
            await fetch(`${app.serviceUrl}/v1/me`, {
              headers: { authorization: `Bearer ${app.keys.user}` },
            })
          ).status,
        { timeout: 90_000 },
      )
      .toBe(200);
    const id = await agentOf(app, "Say something.");
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const form = page.getByRole("form", { name: "Follow-up" });
    const field = form.getByRole("textbox", { name: /follow-up/i });
    await field.fill("Keep me too.");
    await expect(form.getByRole("button", { name: "Send" })).toBeEnabled();
    await spent(app);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("alert")).toContainText(`More than ${perMinute} requests a minute`);
    await expect(form.getByText(/No run was started/)).toBeVisible();
    await expect(field).toHaveValue("Keep me too.");
    await expect(async () => {
      await form.getByRole("button", { name: "Send" }).click();
      await expect(field).toHaveValue("", { timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await expect(page.locator("main header").getByText(/Run 2/).first()).toBeVisible();
  });
});
