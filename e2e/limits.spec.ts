import { type App, expect, signIn, test } from "./testing/app";
import { demoPull } from "./testing/hosting";
import { createFinishedAgent } from "./testing/run-agent";

// Few enough calls, and points, that a test can use up a minute's; the dashboard's own are among them.
const perMinute = 400;
const points = 400;
test.use({ environment: { RATE_LIMIT_PER_MINUTE: String(perMinute), REPOHOST_POINTS_PER_MINUTE: String(points) } });

/** Calls until that is refused; answers the seconds until it is not any more. */
async function spend(app: App, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  for (;;) {
    const calls = Array.from({ length: 50 }, () => fetch(`${app.serviceUrl}${path}`, { headers }));
    const answers = await Promise.all(calls);
    await Promise.all(answers.map((answer) => answer.text()));
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return Number(refused.headers.get("retry-after"));
  }
}

/** Uses up a minute, or what is left of one, of which enough is left to see what follows. */
const spent = (app: App, path: string) => expect.poll(() => spend(app, path)).toBeGreaterThan(15);

test.describe("a budget that is used up", () => {
  test("a launch and a follow-up say how long to wait, lose nothing, and are sent once the service takes them", async ({
    page,
    app,
    context,
  }) => {
    const id = await createFinishedAgent(app, "Say something.");
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    await prompt.fill("Keep me.");
    const second = await context.newPage();
    await second.goto(`${app.webUrl}/agents/${id}`);
    const form = second.getByRole("form", { name: "Follow-up" });
    const field = form.getByRole("textbox", { name: /follow-up/i });
    await field.fill("Keep me too.");
    await expect(form.getByRole("button", { name: "Send" })).toBeEnabled();
    await spent(app, "/v1/me");

    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText(/Rate limit exceeded\. Try again in [0-9]+ s\./)).toBeVisible();
    await expect(page.getByText(/No agent was created/)).toBeVisible();
    await expect(prompt).toHaveValue("Keep me.");
    await spent(app, "/v1/me");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("alert")).toContainText(`Rate limit of ${perMinute} requests per minute exceeded`);
    await expect(form.getByText(/No run was started/)).toBeVisible();
    await expect(field).toHaveValue("Keep me too.");
    await expect(async () => {
      if (await field.inputValue()) await form.getByRole("button", { name: "Send" }).click({ timeout: 2_000 });
      await expect(field).toHaveValue("", { timeout: 5_000 });
    }).toPass();
    await expect(second.locator("main header").getByText(/Run 2/).first()).toBeVisible();
  });

  test("a review says when there are points again, and keeps what was written", async ({ page, app }) => {
    const { number } = await demoPull(app, "Add release notes for 1.0.2");
    await signIn(page, app);
    await page.goto(`${app.webUrl}/pulls/demo/orders/${number}`);
    const form = page.getByRole("form", { name: "Your review" });
    await form.getByLabel("Summary").fill("Keep this as well.");
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Can be merged into");
    const commits = "/v1/repohost/repos/demo/orders/commits?pageSize=1";
    await spent(app, commits);
    await form.getByRole("button", { name: "Publish review" }).click();
    await expect(form.getByRole("alert")).toContainText(
      new RegExp(`Rate limit exceeded: ${points} points per minute for this user\\. Retry after \\d+s\\.`),
    );
    await expect(form).toContainText("Nothing was published; everything you wrote is kept.");
    await expect(form.getByLabel("Summary")).toHaveValue("Keep this as well.");
    await spent(app, commits);
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Nothing was merged.");
    await expect(page.getByRole("region", { name: "Merge", exact: true })).toContainText("Retry after");
    await spent(app, commits);
    await page.goto(`${app.webUrl}/pulls/demo/orders/${number}?tab=files`);
    await expect(page.getByText(/Rate limit exceeded/).first()).toBeVisible();
  });
});
