import { agentProgram } from "@/runner/testing/agent-program";
import { expect, signIn, test } from "./testing/app";
import { launchProgram } from "./testing/launch-program";
import { createFinishedAgent } from "./testing/run-agent";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

const prompt =
  "Measure the quokkaLatency of the parser.\n```sh\nseq 1 40; printf 'expected %s%s 7\\n' wombat Count\n```";

test("a word of a command's output is found from the palette and opened in the transcript", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const id = await createFinishedAgent(app, prompt);
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents`);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const hit = palette.getByRole("option", { name: /Output: .*wombatCount/ });
  const openPalette = async (text: string) => {
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(text);
  };
  // The run is recorded and becomes searchable shortly after its end.
  await expect(async () => {
    await openPalette("wombatcount");
    await expect(palette.getByRole("option", { name: "Search everything for “wombatcount”" })).toBeVisible();
    await expect(hit)
      .toBeVisible({ timeout: 3_000 })
      .catch(async (error: unknown) => {
        await page.reload();
        throw error;
      });
  }).toPass({ timeout: 60_000 });
  await checkViewInAllThemes(page, "search-palette");
  await hit.click();
  await expect(page).toHaveURL(new RegExp(`/agents/${id}\\?find=wombatCount#`));
  const marked = page.locator("[data-marked]");
  await expect(marked.getByText("expected wombatCount 7")).toBeInViewport();
  await expect(page.getByLabel("Find in transcript")).toHaveValue("wombatCount");

  // From the agent's own page, another event is opened without leaving it.
  await openPalette("quokkalatency");
  await palette.getByRole("option", { name: /Prompt: .*quokkaLatency/ }).click();
  await expect(palette).toHaveCount(0);
  await expect(marked.getByText("quokkaLatency").first()).toBeInViewport();

  await openPalette("wombat count");
  await palette.getByRole("option", { name: /^Search everything for/ }).click();
  await expect(page).toHaveURL(/\/search\?q=wombat/);
  const results = page.getByRole("list", { name: "Search results" });
  await expect(results.locator("mark").first()).toBeVisible();
  await checkPage(page, "search");
  await page.getByLabel("Search in").selectOption("Output");
  await expect(page).toHaveURL(/in=output/);
  await expect(results.getByRole("link", { name: "Output", exact: true })).toHaveCount(1);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(results.getByRole("link", { name: "Output", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(marked.getByText("expected wombatCount 7")).toBeInViewport();

  await page.goto(`${app.webUrl}/search?q=nothinglikethis`);
  await expect(page.getByText("No matches", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("in:everything x");
  await expect(page.getByText("Unknown value “everything”")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await expect(page.getByText("Search everything", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/search$/);
  await checkPage(page, "search-empty");
});

const steps = 4_000;
/** A command with output and some text in each step; the word to find is in a single one, far from both ends. */
const longRun = agentProgram(`
  for (let step = 0; step < ${steps}; step += 1) {
    const call = { toolCallId: "call-" + step, title: "npm test -- part-" + step, kind: "execute" };
    update({ sessionUpdate: "tool_call", ...call, status: "in_progress", rawInput: { command: call.title } });
    const text = "ok " + step + (step === 1717 ? " capybara parses input" : " parses input");
    const content = [{ type: "content", content: { type: "text", text } }];
    update({ sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status: "completed", content });
    say("Step " + step + " passes. ");
  }
  send({ id, result: { stopReason: "end_turn" } });
`);

test("a match is opened in a transcript of 20,000 events", { tag: "@long" }, async ({ page, app }) => {
  const program = { name: "long-run", source: longRun };
  const { id, runId } = await launchProgram(app, program, { name: "A long run", prompt: "Test every part." });
  const headers = { authorization: `Bearer ${app.keys.user}` };
  const stream = await (await fetch(`${app.serviceUrl}/v1/agents/${id}/runs/${runId}/stream`, { headers })).text();
  expect(stream.match(/^event: /gm)?.length).toBeGreaterThan(20_000);
  await signIn(page, app);
  const hit = page.getByRole("list", { name: "Search results" }).getByRole("link", { name: "Output", exact: true });
  await expect(async () => {
    await page.goto(`${app.webUrl}/search?q=capybara`);
    await expect(hit).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  const clicked = Date.now();
  await hit.click();
  await expect(page.locator("[data-marked]").getByText("ok 1717 capybara parses input")).toBeInViewport();
  console.log(`a match in ${steps} steps: shown after ${Date.now() - clicked} ms`);
});
