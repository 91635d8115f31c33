import type { Page } from "@playwright/test";
import { switchAccount } from "./testing/account";
import { type App, expect, signIn, test } from "./testing/app";
import { gateIn } from "./testing/gate";
import { givePicture, png } from "./testing/upload-image";

// Events are kept for seconds only, so that retention passes within a test.
test.use({ environment: { STREAM_RETENTION_SECONDS: "15" } });

async function launch(app: App, text: string): Promise<{ id: string; run: string }> {
  const answer = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text } }),
  });
  const { agent, run } = await answer.json();
  return { id: agent.id, run: run.id };
}

const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });
const followUp = (page: Page) => page.getByRole("textbox", { name: /follow-up/i });

async function openFinished(page: Page, app: App): Promise<{ id: string; run: string }> {
  await signIn(page, app);
  // It ends while it is looked at: from then on its events are kept for seconds.
  const gate = gateIn(app);
  const { id, run } = await launch(
    app,
    `\`\`\`sh\necho recorded-word; while ${gate.closed}; do sleep 0.1; done\n\`\`\``,
  );
  await page.goto(`${app.webUrl}/agents/${id}`);
  await expect(
    transcript(page)
      .getByText(/^recorded-word$/m)
      .first(),
  ).toBeVisible();
  await gate.open();
  await expect(
    page
      .locator("main header")
      .getByText(/Run 1\s*Run status:\s*Finished/)
      .first(),
  ).toBeVisible();
  return { id, run };
}

test.describe("the agent's page, when something is wrong", () => {
  test.afterEach(async ({ app }) => {
    await switchAccount(app, { apiEnabled: true });
  });

  test("shows the recording once the service no longer keeps the events", async ({ page, app }) => {
    const { id, run } = await openFinished(page, app);
    await page.goto(`${app.webUrl}/agents`);
    const kept = async () => {
      const answer = await fetch(`${app.serviceUrl}/v1/agents/${id}/runs/${run}/stream`, {
        headers: { authorization: `Bearer ${app.keys.user}` },
      });
      await answer.body?.cancel();
      return answer.status;
    };
    await expect.poll(kept).toBe(410);
    // The stream as it came is let go of ten seconds after nobody looks at it any more.
    const recorded = async () => {
      await page.goto(`${app.webUrl}/agents/${id}`);
      const words = page.getByText(/Stream:\s*recorded; retention passed/);
      const isThere = await words.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      if (!isThere) await page.goto(`${app.webUrl}/agents`);
      return isThere;
    };
    await expect.poll(recorded, { intervals: [12_000], timeout: 120_000 }).toBe(true);
    await expect(page.getByText("This is the recording.")).toBeVisible();
    await expect(transcript(page).getByText("recorded-word").first()).toBeVisible();
  });

  test("keeps what was typed through a lost answer and a refusal, and says what is so", async ({ page, app }) => {
    const { id } = await openFinished(page, app);
    const form = page.getByRole("form", { name: "Follow-up" });
    await followUp(page).fill("do not lose me");
    app.loseAnswer(`POST /api/v1/agents/${id}/runs`);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText(/Whether a run was started is not known/)).toBeVisible();
    await expect(followUp(page)).toHaveValue("do not lose me");
    await expect(
      page
        .locator("main header")
        .getByText(/Run 2\s*Run status:\s*Finished/)
        .first(),
    ).toBeVisible();

    await switchAccount(app, { apiEnabled: false });
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText("The team's plan doesn't include the API")).toBeVisible();
    await expect(form.getByText(/No run was started/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main").getByText("The team's plan doesn't include the API").first()).toBeVisible();
    await switchAccount(app, { apiEnabled: true });
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(followUp(page)).toHaveValue("do not lose me");
  });

  test("keeps the images of a follow-up and checks its tool servers before it sends them", async ({ page, app }) => {
    await openFinished(page, app);
    const form = page.getByRole("form", { name: "Follow-up" });
    await followUp(page).fill("say hello");
    await form.getByRole("button", { name: "Images" }).click();
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Attach images" }).click();
    await (await chooser).setFiles([
      { name: "chosen.png", mimeType: "image/png", buffer: png },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect(form.getByRole("alert")).toContainText("notes.txt is no PNG, JPEG, GIF or WebP image.");
    await form.getByRole("button", { name: "Link an image" }).click();
    await form.getByRole("textbox", { name: "Link of image 2" }).fill("ftp://img.example.com/a.png");
    await givePicture(followUp(page), "paste", "pasted.png");
    await page.reload();
    await expect(form.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(3);
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText("Image 2: must be an http or https URL")).toBeVisible();
    await form.getByRole("button", { name: "Remove image 2" }).click();
    const toggle = page.getByRole("button", { name: "MCP servers" });
    const servers = page.getByRole("textbox", { name: /MCP servers of this run/ });
    await toggle.click();
    await expect(servers).toBeVisible();
    await toggle.click();
    await expect(servers).toHaveCount(0);
    await toggle.click();
    await servers.fill('[{"name":"a","url":"ftp://x"}]');
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(/must be an http or https URL/)).toBeVisible();
    await servers.fill("[]");
    await page.getByRole("radio", { name: "Plan" }).click();
    const image = { data: png.toString("base64"), mimeType: "image/png" };
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/runs"));
    await followUp(page).press("Control+Enter");
    expect((await sent).postDataJSON()).toMatchObject({
      prompt: { text: "say hello", images: [image, image] },
      mode: "plan",
      mcpServers: [],
    });
    await expect(page.locator("main header").getByText(/Run 2/).first()).toBeVisible();
    await expect(followUp(page)).toHaveValue("");
    await expect(form.getByRole("list", { name: "Images" })).toHaveCount(0);
    await expect(transcript(page).getByText("2 images attached")).toBeVisible();
  });

  test("stays readable while the dashboard can't be reached, and goes on by itself", async ({ page, app }) => {
    const gate = gateIn(app);
    const ticking = `while ${gate.closed}; do i=$((i+1)); echo tick-$i; sleep 0.3; done; echo the-last-tick`;
    const { id } = await launch(app, `\`\`\`sh\n${ticking}\n\`\`\``);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const ticks = transcript(page).getByText(/^tick-\d+$/m);
    await expect(ticks.first()).toBeVisible();
    app.cut();
    await expect(page.getByText(/Stream:\s*(reconnecting|stale)/).first()).toBeVisible();
    await expect(ticks.first()).toBeVisible();
    app.restore();
    await expect(page.getByText(/Stream:\s*live/).first()).toBeVisible();
    await gate.open();
    await expect(
      transcript(page)
        .getByText(/^the-last-tick$/m)
        .first(),
    ).toBeVisible();
  });

  test("says that a deleted agent is gone", async ({ page, app }) => {
    const { id } = await openFinished(page, app);
    await fetch(`${app.serviceUrl}/v1/agents/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${app.keys.user}` },
    });
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByRole("heading", { name: /agent not found/i })).toBeAttached();
  });

  test("tells of a run that ended while the person is elsewhere", async ({ page, app }) => {
    const gate = gateIn(app);
    const { id } = await launch(app, `\`\`\`sh\nwhile ${gate.closed}; do sleep 0.1; done\n\`\`\``);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByText(/Stream:\s*live/).first()).toBeVisible();
    await page.getByRole("link", { name: "All agents" }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await gate.open();
    await expect(page.getByText("Run finished").first()).toBeVisible();
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page).toHaveURL(new RegExp(`/agents/${id}`));
  });
});
