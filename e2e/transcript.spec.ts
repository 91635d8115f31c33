import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { clickAndReadClipboard } from "./testing/clipboard";
import { createGate } from "./testing/gate";
import { createFinishedAgent } from "./testing/run-agent";
import { replaceSteps } from "./testing/seed-agents";

async function call(app: App, path: string, body: object): Promise<{ agent?: { id: string }; run: { id: string } }> {
  const response = await fetch(`${app.serviceUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

async function waitForEnd(app: App, agentId: string, runId: string): Promise<void> {
  const path = `/v1/agents/${agentId}/runs/${runId}/stream`;
  await (await fetch(`${app.serviceUrl}${path}`, { headers: { authorization: `Bearer ${app.keys.user}` } })).text();
}

const sh = (...commands: string[]) => commands.map((command) => `\`\`\`sh\n${command}\n\`\`\``).join("\n");
const work = [
  "echo alpha",
  "seq 1 300",
  "false",
  "printf '\\033[31mred\\033[0m\\n'",
  "sleep 0.4; echo slow",
  "echo omega",
];

/** An agent with one run per prompt, all of them ended. */
async function agentWith(app: App, prompts: readonly string[]): Promise<string> {
  const [first = "", ...more] = prompts;
  const created = await call(app, "/v1/agents", { prompt: { text: first } });
  const id = created.agent?.id ?? "";
  await waitForEnd(app, id, created.run.id);
  for (const text of more) {
    const { run } = await call(app, `/v1/agents/${id}/runs`, { prompt: { text } });
    await waitForEnd(app, id, run.id);
  }
  return id;
}

const transcript = (page: Page) => page.getByRole("region", { name: "Transcript" });

/** Tracks, at every frame, how far a run's heading moves. The returned function stops and returns the largest distance. */
async function trackHeading(page: Page, name: string): Promise<() => Promise<number>> {
  await page.evaluate((title) => {
    const tracking = { farthest: 0, stopped: false };
    Object.assign(window, { tracking });
    const top = () => {
      const headings = document.querySelectorAll("section[aria-label=Transcript] h2");
      const found = [...headings].find(({ textContent }) => textContent?.trim() === title);
      return found?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
    };
    const before = top();
    const measure = () => {
      tracking.farthest = Math.max(tracking.farthest, Math.abs(top() - before));
      if (!tracking.stopped) requestAnimationFrame(measure);
    };
    requestAnimationFrame(measure);
  }, name);
  return () =>
    page.evaluate(() => {
      const tracking = Reflect.get(window, "tracking");
      tracking.stopped = true;
      return tracking.farthest;
    });
}

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

/** Opens the first run's steps, which are folded after the run has ended. */
async function unfold(page: Page): Promise<void> {
  const work = transcript(page)
    .getByRole("button", { name: /^\d+ (?:steps?|thoughts?)/ })
    .first();
  await expect(
    transcript(page)
      .getByText(/^Ran for/)
      .first(),
  ).toBeVisible();
  // A single step isn't folded.
  if ((await work.count()) === 0) return;
  await expect(async () => {
    if ((await work.getAttribute("aria-expanded")) === "false") await work.click();
    await expect(work).toHaveAttribute("aria-expanded", "true", { timeout: 1_000 });
  }).toPass();
  // Rows that are measured move what is below them: a click could miss.
  await waitForStableLayout(page);
}

/** Waits until the transcript hasn't moved for 12 frames. */
async function waitForStableLayout(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const region = document.querySelector("section[aria-label=Transcript]");
        let [last, still] = ["", 0];
        const measure = () => {
          const now = `${region?.scrollTop} ${region?.scrollHeight}`;
          still = now === last ? still + 1 : 0;
          last = now;
          if (still < 12) requestAnimationFrame(measure);
          else resolve();
        };
        requestAnimationFrame(measure);
      }),
  );
}

test.describe("transcript", () => {
  test("folds steps, finds text, filters failures, and navigates prompts", async ({ page, app }) => {
    const id = await agentWith(app, [`First prompt\n${sh(...work)}`, "Second prompt, says nothing much"]);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const region = transcript(page);
    const header = region.getByRole("button", { name: /^\d+ steps · .*1 failed/ });
    // The key does nothing until the transcript has loaded.
    await expect(async () => {
      await page.keyboard.press("[");
      await expect(header).toHaveAttribute("aria-expanded", "false", { timeout: 1_000 });
    }).toPass();
    await expect(region.getByRole("button", { name: /^Ran/ })).toHaveCount(1);
    await expect(region.getByRole("button", { name: /Ran false.*Failed/ })).toBeVisible();

    await test.step("find opens folded steps", async () => {
      await page.keyboard.press("/");
      await page.keyboard.type("OMEGA");
      await expect(page.getByText(/^[1-9]$/).first()).toBeVisible();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await expect(header).toHaveAttribute("aria-expanded", "true");
      await expect(region.getByRole("button", { name: /Ran echo omega/ })).toBeInViewport();
      const position = page.getByRole("toolbar", { name: "Transcript tools" }).getByRole("status");
      await expect(position).toHaveText(/^2 of/);
      await page.keyboard.press("Shift+Enter");
      await expect(position).toHaveText(/^1 of/);
      await page.getByRole("button", { name: "Next match" }).click();
      await expect(position).toHaveText(/^2 of/);
      await page.getByRole("button", { name: "Previous match" }).click();
      await expect(position).toHaveText(/^1 of/);
      await page.getByRole("searchbox", { name: "Find in transcript" }).press("Escape");
      await expect(position).toHaveText("");
    });

    await test.step("failed only", async () => {
      await page.getByRole("combobox", { name: "Show" }).selectOption("Failed only");
      await expect(region.getByRole("button", { name: /Ran false.*Failed/ })).toBeVisible();
      await expect(region.getByRole("button", { name: /^Ran/ })).toHaveCount(1);
      await page.getByRole("combobox", { name: "Show" }).selectOption("Thoughts");
      await expect(region.getByRole("button", { name: /^Ran/ })).toHaveCount(0);
      await page.getByRole("combobox", { name: "Show" }).selectOption("All steps");
    });

    await test.step("prompts", async () => {
      await page.getByRole("button", { name: "Next prompt" }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await expect(region.getByText("Second prompt, says nothing much")).toBeInViewport();
      await page.keyboard.press("[");
      await expect(region.getByText("First prompt").first()).toBeInViewport();
      await page.keyboard.press("]");
      await expect(region.getByText("Second prompt, says nothing much")).toBeInViewport();
      await page.getByRole("button", { name: "Previous prompt" }).click();
      await expect(region.getByText("First prompt").first()).toBeInViewport();
    });

    await test.step("long prompts, thoughts, and cards open and close", async () => {
      // Find has opened it, because it contains a match.
      await region.getByRole("button", { name: "Show less of the prompt" }).click();
      await expect(region.getByRole("button", { name: "Show all 19 lines of the prompt" })).toBeVisible();
      const thought = region.getByRole("button", { name: /^(Thought|Thinking)/ }).first();
      await thought.click();
      await expect(region.getByText(/^Next: /).first()).toBeVisible();
      const card = region.getByRole("button", { name: /^Ran echo alpha/ });
      await card.click();
      await expect(card).toHaveAttribute("aria-expanded", "false");
    });

    await test.step("the timeline and the events show the selected run, and back returns to the transcript", async () => {
      const open = async (name: string) => {
        await page.getByRole("link", { name, exact: true }).click();
        return page.getByRole("region", { name: name === "Events" ? "Raw events" : name });
      };
      const timeline = await open("Timeline");
      await expect(timeline.getByRole("button", { name: /seq 1 300/ })).toHaveCount(0);
      await timeline.getByRole("combobox", { name: "Run" }).selectOption("Run 1");
      await expect(timeline.getByRole("button", { name: /seq 1 300/ })).toBeVisible();
      const events = await open("Events");
      await events.getByRole("searchbox", { name: "Filter events" }).fill("seq 1 300");
      await expect(events.getByText("No matching events.")).toBeVisible();
      await events.getByRole("combobox", { name: "Run" }).selectOption("Run 1");
      await expect(events.getByRole("region", { name: "Selected event" })).toContainText("seq 1 300");
      await page.goBack();
      await expect(page).toHaveURL(/tab=timeline/);
      await page.goBack();
      await expect(region).toBeVisible();
    });
  });

  test("shows the timeline and raw events, copies, exports, and links", { tag: "@long" }, async ({
    page,
    app,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const kept = '{\n  "kept": true\n}';
    const id = await agentWith(app, [`Do it\n\`\`\`json\n${kept}\n\`\`\`\n${sh(...work)}`]);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const menu = async (name: string) => {
      await page.getByRole("button", { name: "Transcript actions" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect(transcript(page).getByText("Do it").first()).toBeVisible();

    await test.step("timeline", async () => {
      await page.getByRole("link", { name: "Timeline", exact: true }).click();
      const dialog = page.getByRole("region", { name: "Timeline" });
      await expect(dialog.getByRole("button", { name: /sleep 0.4; echo slow\s*slowest/ })).toBeVisible();
      await dialog.getByRole("button", { name: /sleep 0.4; echo slow/ }).click();
      await expect(transcript(page).getByRole("button", { name: /Ran sleep 0.4/ })).toBeInViewport();
    });

    await test.step("raw events", async () => {
      await page.getByRole("link", { name: "Events", exact: true }).click();
      const dialog = page.getByRole("region", { name: "Raw events" });
      await expect(dialog.getByText(/^[0-9]+ events$/)).toBeVisible();
      await dialog.getByRole("searchbox", { name: "Filter events" }).fill("thinking-completed");
      await dialog
        .getByRole("button", { name: /interaction_update/ })
        .first()
        .click();
      const chosen = dialog.getByRole("region", { name: "Selected event" });
      await expect(chosen).toContainText("thinkingDurationMs");
      await chosen.getByRole("button", { name: "Copy event" }).click();
      await expect.poll(copied).toContain("thinkingDurationMs");
      await chosen.locator("summary").first().click();
      await expect(chosen).not.toContainText("thinkingDurationMs");
      await page.getByRole("link", { name: "Transcript", exact: true }).click();
      await expect(dialog).toHaveCount(0);
    });

    await test.step("Markdown and JSONL", async () => {
      await menu("Copy as Markdown");
      await expect.poll(copied).toContain("seq 1 300");
      const markdown = page.waitForEvent("download");
      await menu("Download as Markdown");
      expect(await readFile(await (await markdown).path(), "utf8")).toContain("seq 1 300");
      const download = page.waitForEvent("download");
      await menu("Download events as JSONL");
      const text = await readFile(await (await download).path(), "utf8");
      const events = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(events.at(-1).event).toBe("done");
      const ids = events.filter(({ id: each }) => each).map(({ event, id: each }) => `${event} ${each}`);
      expect(new Set(ids).size).toBe(ids.length);
    });

    await test.step("a link to an event", async () => {
      const row = transcript(page).getByRole("button", { name: /Ran echo alpha/ });
      const around = page.locator(".group\\/row").filter({ has: page.getByRole("button", { name: /Ran echo alpha/ }) });
      await row.scrollIntoViewIfNeeded();
      await around.getByRole("button", { name: "Copy command" }).click();
      await expect.poll(copied).toBe("echo alpha");
      await page.getByRole("button", { name: "Copy prompt" }).click();
      await expect.poll(copied).toMatch(/^Do it/);
      await page.getByRole("button", { name: "Copy code" }).click();
      await expect.poll(copied).toBe(kept);
      await row.hover();
      const link = around.getByRole("link", { name: "Link to this event" });
      await link.click();
      await expect(page).toHaveURL(/#run-[^/]+\/.+/);
      const address = page.url();
      await page.goto("about:blank");
      await page.goto(address);
      await expect(transcript(page).getByRole("button", { name: /Ran echo alpha/ })).toBeInViewport();
    });
  });

  test("shows the changes an agent pushed, and a comment on a line starts a follow-up", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
    const id = await createFinishedAgent(app, `\`\`\`file notes/new.md\n${lines}\n\`\`\``);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const tab = page.getByRole("link", { name: /^Changes/ });
    await expect(tab).toContainText("200 lines added, 0 removed");
    await tab.click();
    const changes = page.getByRole("region", { name: "Branch changes" });
    await expect(changes).toContainText("1 file");
    await expect(changes.getByRole("group", { name: "Added line 1", exact: true })).toBeVisible();
    // Only what is visible is rendered, so the diff must scroll by itself.
    expect(await changes.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
    await expect(changes.getByRole("button", { name: "Create pull request" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Follow-up prompt" })).toHaveCount(0);
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    const prompt = page.getByRole("textbox", { name: "Follow-up prompt" });
    await expect(prompt).toHaveValue(/^In `notes\/new\.md`/);
    await expect(prompt).toBeFocused();

    // The next push is shown without a reload.
    await prompt.fill("```file notes/second.md\none more\n```");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(transcript(page)).toBeVisible();
    await tab.click();
    await expect(changes).toContainText("2 files");
    await expect(tab).toContainText("201 lines added, 0 removed");
    await changes.getByRole("button", { name: "Create pull request" }).click();
    const dialog = page.getByRole("dialog", { name: "New pull request" });
    await dialog.getByRole("textbox", { name: "Title" }).fill("Add notes");
    await dialog.getByRole("button", { name: "Create pull request" }).click();
    await expect(page).toHaveURL(/\/pulls\/demo\/orders\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Add notes");
  });

  test("shows each tool call by kind, opens it, and copies its title", { tag: "@long" }, async ({
    page,
    app,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const fruit = Array.from({ length: 30 }, (_, index) => `${index + 1} apples`).join("\n");
    const patch = ["--- a/fruit.md", "+++ b/fruit.md", "@@ -30,1 +30,1 @@", "-30 apples", "+30 quinces"].join("\n");
    const fenced = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``;
    const id = await agentWith(app, [
      `${fenced("file fruit.md", fruit)}\n${fenced("diff", patch)}`,
      "Where are the quinces?",
    ]);
    const { run } = await call(app, `/v1/agents/${id}/runs`, { prompt: { text: sh("true") }, mode: "plan" });
    await waitForEnd(app, id, run.id);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const region = transcript(page);
    const part = (name: string) => region.getByRole("region", { name }).last();
    const goTo = async (number: number) => {
      const runs = page.getByRole("complementary", { name: "Details" });
      await runs.getByRole("button", { name: new RegExp(`^Run ${number}\\D`) }).click();
      // Its steps are loaded on demand; until then, the first folded ones are another run's.
      await expect(region.getByRole("link", { name: `Run ${number}`, exact: true })).toBeInViewport();
    };
    const folded = region.getByRole("button", { name: /^\d+ (?:steps?|thoughts?)/, expanded: false }).first();

    await goTo(1);
    await folded.click();
    await region.getByRole("button", { name: "Show all 30 lines of text of fruit.md" }).click();
    await expect(part("text of fruit.md")).toContainText("30 apples");
    await expect(part("diff")).toContainText("Added: 30 quinces");
    await region.getByRole("button", { name: "Copy name" }).last().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("fruit.md");
    await goTo(2);
    await folded.click();
    await region.getByRole("button", { name: /^Listed/ }).click();
    await expect(part("results")).toContainText("fruit.md");
    await region.getByRole("button", { name: /^Searched quinces.* 1 match Done$/ }).click();
    await expect(part("matches")).toContainText("fruit.md:30  30 quinces");
    await region.getByRole("button", { name: /^Read fruit\.md/ }).click();
    await expect(part("text of fruit.md")).toContainText("1 apples");
    await goTo(3);
    const plan = region.getByRole("button", { name: /^Planned/ });
    await expect(plan).toHaveAttribute("aria-expanded", "true");
    await plan.click();
    await expect(plan).toHaveAttribute("aria-expanded", "false");
  });

  test("doesn't shift visible content by more than a pixel", { tag: "@long" }, async ({ page, app }) => {
    const runs = Array.from({ length: 9 }, (_, index) => `Prompt ${index}\n${sh("seq 1 30", `echo end-${index}`)}`);
    const id = await agentWith(app, runs);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const region = transcript(page);
    await expect(region.getByText("end-8").first()).toBeVisible();

    await test.step("when earlier runs load above", async () => {
      const earlier = region.getByRole("button", { name: /Show earlier runs/ });
      await expect(async () => {
        await region.evaluate((element) => element.scrollTo(0, 0));
        await expect(earlier).toBeInViewport({ timeout: 500 });
      }).toPass();
      await waitForStableLayout(page);
      const farthest = await trackHeading(page, "Run 2");
      await earlier.evaluate((button: HTMLElement) => button.click());
      await expect(earlier).toHaveCount(0);
      // The earlier run has loaded.
      await expect(region.getByText("Prompt 0").first()).toBeAttached();
      await waitForStableLayout(page);
      expect(await farthest()).toBeLessThanOrEqual(1);
    });

    await test.step("when a visible row opens", async () => {
      const expectStays = async (row: Locator, toggle: Locator) => {
        await toggle.scrollIntoViewIfNeeded();
        await waitForStableLayout(page);
        const before = await topOf(row);
        await toggle.evaluate((button: HTMLElement) => button.click());
        await waitForStableLayout(page);
        expect(Math.abs((await topOf(row)) - before)).toBeLessThanOrEqual(1);
      };
      const work = region.getByRole("button", { name: /^\d+ steps?/ }).nth(1);
      await expectStays(work, work);
      await expectStays(
        region.getByRole("button", { name: /^Ran seq/ }).first(),
        region.getByRole("button", { name: /Show all 30 lines/ }).first(),
      );
    });

    await test.step("when events stream in below", async () => {
      await region.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
      await waitForStableLayout(page);
      const first = region.getByRole("heading", { name: /^Run [0-9]+$/ }).first();
      const farthest = await trackHeading(page, (await first.innerText()).trim());
      const { run } = await call(app, `/v1/agents/${id}/runs`, {
        prompt: { text: sh("for i in $(seq 1 40); do echo tick-$i; sleep 0.05; done") },
      });
      await waitForEnd(app, id, run.id);
      await expect(
        page
          .getByRole("complementary", { name: "Details" })
          .getByText(/Run 10\s*Run status:\s*Finished/)
          .first(),
        // Runs started elsewhere are polled every 20 s.
      ).toBeVisible();
      await waitForStableLayout(page);
      expect(await farthest()).toBeLessThanOrEqual(1);
    });

    await test.step("when something opens while scrolled to the end", async () => {
      await page.getByRole("button", { name: "Jump to latest" }).click();
      await waitForStableLayout(page);
      const toggle = region.getByRole("button", { name: /Show all 40 lines/ }).last();
      const card = region.getByRole("button", { name: /^Ran for i in/ }).last();
      await expect(toggle).toBeVisible();
      await waitForStableLayout(page);
      const before = await topOf(card);
      await toggle.evaluate((button: HTMLElement) => button.click());
      await waitForStableLayout(page);
      expect(Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(1);
    });

    await test.step("follows the end while scrolled to it", async () => {
      await page.getByRole("button", { name: "Jump to latest" }).click();
      // Keep the run active: its steps fold when it ends.
      const gate = createGate(app);
      const text = sh(
        `for i in $(seq 1 30); do echo tock-$i; sleep 0.05; done; while ${gate.closed}; do sleep 0.1; done`,
      );
      await call(app, `/v1/agents/${id}/runs`, { prompt: { text } });
      await expect(region.getByText("tock-30").first()).toBeVisible();
      const distance = () =>
        region.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
      await expect.poll(distance).toBeLessThanOrEqual(1);
    });

    await test.step("scrolls to the selected run", async () => {
      const heading = region.getByRole("heading", { name: "Run 1", exact: true });
      await expect(heading).not.toBeInViewport();
      await page
        .getByRole("complementary", { name: "Details" })
        .getByRole("button", { name: /^Run 1\D/ })
        .click();
      await expect(heading).toBeInViewport();
    });

    await test.step("archiving the agent cancels its run", async () => {
      const details = page.getByRole("complementary", { name: "Details" });
      const act = async (name: string) => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name }).click();
      };
      await act("Archive and cancel run");
      await expect(details.getByText(/Agent status:\s*Archived/).first()).toBeVisible();
      await expect(details.getByText(/Run 11\s*Run status:\s*Canceled/).first()).toBeVisible();
    });
  });

  test("is safe from hostile text and long lines", async ({ page, app }) => {
    const text = [
      "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>",
      `\n${"y".repeat(12_000)}\n`,
      sh(
        "head -c 100000 /dev/zero | tr '\\0' x; echo",
        "printf '\\033]8;;javascript:alert(1)\\007link\\033]8;;\\007 \\033[2J\\033[31mred\\n'",
      ),
    ].join("\n");
    const id = await agentWith(app, [text]);
    await signIn(page, app);
    page.on("dialog", () => expect(false, "a script ran").toBe(true));
    await page.goto(`${app.webUrl}/agents/${id}`);
    const region = transcript(page);
    await unfold(page);
    await expect(region.getByText(/98,000 more characters/).first()).toBeVisible();
    await expect(region.locator("img, script, a[href^='javascript']")).toHaveCount(0);
    const lines = region.getByRole("button", { name: /Show (full lines|less) of output/ }).first();
    await lines.click();
    await expect(lines).toHaveAttribute("aria-expanded", "true");
    await lines.click();
    await expect(lines).toHaveText(/^Show full lines/);
    await region.getByRole("button", { name: /^Show all 12,000 characters/ }).click();
    await expect(region.getByText(/y{12000}/).last()).toBeVisible();
    await region.getByRole("button", { name: "Show less", exact: true }).click();
    await expect(region.getByRole("button", { name: /^Show all 12,000 characters/ })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("folds summaries and unknown events, with their data to copy", { tag: "@long" }, async ({
    page,
    app,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const id = await agentWith(app, [sh("echo one")]);
    const weather = { type: "weather-changed", sky: { clouds: ["low", "high"] } };
    await replaceSteps(app, id, [{ type: "summary", summary: "All so **far**." }, weather]);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    const region = transcript(page);
    await unfold(page);
    const summary = region.getByRole("button", { name: "Conversation summarized" });
    await summary.click();
    await expect(region.locator("strong", { hasText: "far" })).toBeVisible();
    await summary.click();
    await expect(region.locator("strong", { hasText: "far" })).toHaveCount(0);
    await region.getByRole("button", { name: "Event “weather-changed”" }).click();
    await region.locator("summary", { hasText: "sky" }).click();
    await expect(region.getByText("clouds", { exact: false }).first()).toBeVisible();
    expect(JSON.parse(await clickAndReadClipboard(region.getByRole("button", { name: "Copy data" })))).toEqual(weather);
  });

  test("masks secrets in program output", async ({ page, app }) => {
    const id = await agentWith(app, [sh("printf 'ghp_aB3dE5gH7jK9'; sleep 0.2; echo 'mN1pQ2sT4vW6xY8z12345678'")]);
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/${id}`);
    await unfold(page);
    await expect(transcript(page).getByText("ghp_[masked]").first()).toBeVisible();
    // The prompt contains the token in two halves; printed, they are one token.
    await expect(transcript(page)).not.toContainText("ghp_aB3dE5gH7jK9mN1pQ2sT4vW6");
  });
});
