import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { createGate } from "./testing/gate";

const run = promisify(execFile);

const lines = 60;
const all = Array.from({ length: lines }, (_, index) => index + 1);

/** A run ends after its changes are committed and pushed, which starts many programs. */
const runEndMs = 60_000;

/** Counts slowly; the last ten lines wait for the gate. */
const prompt = (closed: string) =>
  [
    "Leave a note and count slowly.",
    "```file notes/from-the-browser.md",
    "written by an agent",
    "```",
    "Now count.",
    "```sh",
    `for i in $(seq 1 ${lines}); do while [ $i -gt ${lines - 10} ] && ${closed}; do sleep 0.1; done; echo count-$i; sleep 0.1; done`,
    "```",
  ].join("\n");

/** The numbers the transcript shows so far. */
async function counted(page: Page): Promise<number[]> {
  const text = await page.getByRole("region", { name: "Transcript" }).innerText();
  return [...text.matchAll(/^count-([0-9]+)$/gm)].map(([, number]) => Number(number));
}

async function launch(page: Page, app: App, text: string): Promise<void> {
  await page.goto(`${app.webUrl}/agents/new`);
  await page.getByRole("textbox", { name: "Prompt" }).fill(text);
  await page.getByRole("combobox", { name: "Repository" }).click();
  await page.getByRole("option", { name: /demo\/orders/ }).click();
  await page.getByRole("button", { name: /Launch agent/ }).click();
  await expect(page).toHaveURL(/\/agents\/bc-/);
}

/** The details panel's status of a given run, so that another run's status isn't mistaken for it. */
const runStatus = (page: Page, number: number, status: string) =>
  page
    .getByRole("complementary", { name: "Details" })
    .getByText(new RegExp(`Run ${number}\\s*Run status:\\s*${status}`))
    .first();

test.describe("first live run", () => {
  test("launch, stream, reconnect, follow up, cancel, and clone the pushed branch", async ({ page, app }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, app);
    const gate = createGate(app);
    await launch(page, app, prompt(gate.closed));
    const transcript = page.getByRole("region", { name: "Transcript" });

    await test.step("thinking, tool calls, and text stream in", async () => {
      await expect(transcript.getByText("Script agent: runs")).toBeVisible();
      await expect(transcript.getByText(/thinking|thought/i).first()).toBeVisible();
      await expect(transcript.getByText("notes/from-the-browser.md").first()).toBeVisible();
      await expect.poll(() => counted(page).then((numbers) => numbers.length)).toBeGreaterThan(2);
      expect((await counted(page)).at(-1)).toBeLessThan(lines);
    });

    await test.step("the page reports a connection lost during the run", async () => {
      app.disconnect();
      await expect(page.getByText(/Stream:\s*(Reconnecting|Stale)/).first()).toBeVisible();
      app.reconnect();
      await expect(page.getByText(/Stream:\s*Live/).first()).toBeVisible();
    });

    await test.step("the stream resumes without missing or duplicate events", async () => {
      await gate.open();
      await expect(runStatus(page, 1, "Finished")).toBeVisible({ timeout: runEndMs });
      await page.getByRole("button", { name: `Show all ${lines} lines` }).click();
      await expect.poll(() => counted(page)).toEqual(all);
    });

    const branch = await test.step("the pushed branch is shown", async () => {
      const name = page.getByText(/^svc\/[a-z0-9-]+$/).first();
      await expect(name).toBeVisible();
      const text = (await name.innerText()).trim();
      for (const [what, copied] of [
        ["agent ID", /^bc-[0-9a-f-]{36}$/],
        ["branch name", text],
        ["fetch command", new RegExp(`^git fetch .*${text}`)],
      ] as const) {
        // The button moves while the end of the run is still being shown, and a click between the two is lost.
        await expect(async () => {
          await page
            .getByRole("button", { name: new RegExp(`^(?:Copy|Copied) ${what}$`) })
            .first()
            .click();
          expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
        }).toPass({ intervals: [500] });
      }
      return text;
    });

    await test.step("git clones the pushed branch", async () => {
      const folder = await mkdtemp(join(tmpdir(), "slipway-clone-"));
      const remote = app.serviceUrl.replace("://", `://x-access-token:${app.keys.user}@`);
      await run("git", ["clone", "-q", "-b", branch, `${remote}/demo/orders.git`, folder]);
      expect(await readFile(join(folder, "notes", "from-the-browser.md"), "utf8")).toBe("written by an agent\n");
      await rm(folder, { recursive: true, force: true });
    });

    await test.step("a follow-up continues in the same workspace", async () => {
      await page.getByRole("textbox", { name: /follow-up/i }).fill("```sh\ncat notes/from-the-browser.md\n```");
      await page.getByRole("button", { name: /send/i }).click();
      await expect(transcript.getByText("written by an agent").last()).toBeVisible();
      await expect(runStatus(page, 2, "Finished")).toBeVisible({ timeout: runEndMs });
    });

    await test.step("a run can be canceled", async () => {
      await page.getByRole("textbox", { name: /follow-up/i }).fill("```sh\necho waiting; sleep 1000\n```");
      await page.getByRole("button", { name: /send/i }).click();
      await expect(transcript.getByText("waiting", { exact: true }).first()).toBeVisible();
      await page
        .getByRole("button", { name: /cancel/i })
        .first()
        .click();
      await expect(runStatus(page, 3, "Canceled")).toBeVisible();
    });

    await test.step("a reload shows the same transcript", async () => {
      await page.reload();
      // The transcript scrolls to its end once it has loaded, which may happen after the first scroll to the top.
      await expect(async () => {
        await transcript.evaluate((element) => element.scrollTo(0, 0));
        await expect(transcript.getByText("notes/from-the-browser.md").first()).toBeVisible({ timeout: 1_000 });
        await page.getByRole("button", { name: `Show all ${lines} lines` }).click({ timeout: 1_000 });
      }).toPass();
      await expect.poll(() => counted(page)).toEqual(all);
    });
  });

  test("the form shows the service's error at its field and keeps its values", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await signIn(page, app);
    await page.goto(`${app.webUrl}/agents/new`);
    const text = page.getByRole("textbox", { name: "Prompt" });
    await text.fill("Look around");
    await page.getByRole("combobox", { name: "Repository" }).click();
    await page.getByRole("option", { name: /demo\/orders/ }).click();
    const reference = page.getByRole("combobox", { name: "Reference" });
    await reference.click();
    await page.getByPlaceholder("Filter…").fill("no/such-branch");
    await page.getByRole("option", { name: /Use this branch/ }).click();
    await page.getByRole("button", { name: /Launch agent/ }).click();
    await expect(page.getByText(/no\/such-branch not found in/)).toBeVisible();
    await expect(reference).toHaveAttribute("aria-invalid", "true");
    await expect(text).toHaveValue("Look around");
    await expect(page).toHaveURL(/\/agents\/new/);
  });
});
