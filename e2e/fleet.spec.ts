import { type App, expect, signIn, test } from "./testing/app";
import { createGate } from "./testing/gate";
import { PoolHarness } from "./testing/pool-harness";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";
import { cloneAgent } from "./testing/seed-agents";

// A distinct environment starts a separate app, so that the fleet is the same in every run.
test.use({ environment: { LOG_LEVEL: "warn" } });

const tasks = [
  "Add pagination to the order list",
  "Fix the rounding of bulk discounts",
  "Write the 1.4 changelog",
  "Replace moment with Intl.DateTimeFormat",
  "Speed up the nightly import",
  "Return 404 for unknown currencies",
  "Remove the new checkout's feature flag",
  "Test refunds for partial shipments",
];
const title = (index: number) => `${tasks[index % tasks.length]} (${index + 1})`;

async function launch(app: App, text: string, more: object = {}): Promise<{ id: string; runId: string }> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }], ...more });
  const response = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  const { agent, run } = await response.json();
  return { id: agent.id, runId: run.id };
}

async function ended(app: App, { id, runId }: { id: string; runId: string }): Promise<void> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  await (await fetch(`${app.serviceUrl}/v1/agents/${id}/runs/${runId}/stream`, { headers })).text();
}

/** What the agents of a fleet do, by their number. */
function promptOf(index: number): { text: string; more?: object } {
  const name = title(index);
  switch (index % 6) {
    case 0: {
      const lines = Array.from({ length: 8 + index }, (_, line) => `line ${line + 1}`).join("\n");
      return { text: `${name}\n\`\`\`file notes/${index}.md\n${lines}\n\`\`\``, more: { autoCreatePR: true } };
    }
    case 1:
      return { text: `${name}\n\`\`\`sh\nnpm test --silent\nfalse\n\`\`\`` };
    case 2:
      return {
        text: `${name}\n\`\`\`sh\nprintf 'day,orders\\n1,20\\n2,31\\n' > artifacts/orders-${index}.csv\n\`\`\``,
      };
    case 3:
      return { text: `${name}\n\`\`\`file docs/${index}.md\nnoted\n\`\`\`` };
    default:
      return { text: `${name}\n\`\`\`sh\nls\n\`\`\`` };
  }
}

const moreScreens = [
  ["usage", "/usage"],
  ["capacity", "/pools"],
  ["queue", "/pools?tab=queue"],
  ["pool", "/pools/builders"],
  ["worker", "/workers/smith"],
  ["pulls", "/pulls"],
  ["environments", "/environments"],
  ["keys", "/settings/keys"],
  ["audit", "/settings/audit"],
  ["sessions", "/settings/sessions"],
] as const;

test("a fleet of 50 agents, on every screen that shows it", { tag: "@long" }, async ({ page, app }) => {
  test.slow(process.env.SCREENSHOTS !== undefined);
  const work = new PoolHarness(app);
  await work.register("gpu");
  await work.register("builders");
  const worker = await work.worker("builders", "smith", "--name 'Builder 1'");
  const launched: { id: string; runId: string }[] = [];
  for (let index = 0; index < 8; index += 1) {
    const { text, more } = promptOf(index);
    launched.push(await launch(app, text, more));
  }
  await Promise.all(launched.map((each) => ended(app, each)));
  await cloneAgent(app, launched[4]?.id ?? "", 34);
  for (let index = 40; index < 44; index += 1) await work.launch("gpu", title(index));
  await ended(app, await work.launch("builders", title(44)));
  const gate = createGate(app);
  const busy = (index: number) => `${title(index)}\n\`\`\`sh\nwhile ${gate.closed}; do sleep 0.1; done\n\`\`\``;
  const running = [await launch(app, busy(45)), await launch(app, busy(46)), await work.launch("builders", busy(47))];

  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents`);
  await expect(page.getByRole("link", { name: /^Running\s*3$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^To review\s*2$/ })).toBeVisible();
  await checkPage(page, "fleet-agents");
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await expect(page.getByRole("toolbar", { name: "Selected agents" })).toBeVisible();
  await checkViewInAllThemes(page, "fleet-agents-selected");
  const runningPath = `/agents/${running[0]?.id}`;
  for (const [name, path] of [
    ["agents-grouped", "/agents?group=status"],
    ["overview", "/"],
    ["artifacts", "/artifacts"],
    // Other tests check these screens; here they are only kept as screenshots.
    ...(process.env.SCREENSHOTS ? [["agent-running", runningPath] as const, ...moreScreens] : []),
  ] as const) {
    await page.goto(`${app.webUrl}${path}`);
    await checkPage(page, `fleet-${name}`);
  }

  await test.step("an offline worker keeps its page", async () => {
    await gate.open();
    await worker.end("SIGKILL");
    await work.waitUntilDisconnected("smith");
    await page.goto(`${app.webUrl}/pools`);
    await page.getByText(/^Offline workers/).click();
    await page.getByRole("list", { name: "Offline workers" }).getByRole("link", { name: "Builder 1" }).click();
    await expect(page.getByText("Offline", { exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Recent agents" })).toContainText(title(47));
    await checkViewInAllThemes(page, "fleet-worker-offline");
  });
  await work.stop();
});

test("3,000 changed files can be read while later pages load", { tag: "@long" }, async ({ page, app }) => {
  const script = "mkdir many && cd many && for i in $(seq 3000); do echo row $i > file-$i.txt; done";
  const launched = await launch(app, `Write many files\n\`\`\`sh\n${script}\n\`\`\``);
  await ended(app, launched);
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents/${launched.id}`);
  const tab = page.getByRole("link", { name: /^Changes/ });
  await expect(tab).toBeVisible();
  const started = Date.now();
  await tab.click();
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expect(changes.getByRole("group", { name: "Added line 1", exact: true }).first()).toBeVisible();
  console.log(`3,000 changed files: first lines after ${Date.now() - started} ms`);
  await expect(page.getByText("3,000 files", { exact: true })).toBeVisible();
  expect(await changes.getByRole("heading", { level: 3 }).count()).toBeLessThan(100);
  console.log(`3,000 changed files: all listed after ${Date.now() - started} ms`);
});
