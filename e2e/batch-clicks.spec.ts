import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { expect, signIn, test } from "./testing/app";
import { countClicks } from "./testing/click-counter";
import { createTestRepository } from "./testing/test-repository";

/** Three models, which all run the built-in script agent. */
const models = ["alpha", "beta", "gamma"];
const command = [process.execPath, resolve("dist/script-agent.mjs")];
test.use({ environment: { AGENTS: JSON.stringify(Object.fromEntries(models.map((name) => [name, command]))) } });

test("a batch of three models and two repositories is compared and reduced to one agent in six clicks", {
  tag: "@long",
}, async ({ page, app }) => {
  const clicks = await countClicks(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, app);
  const repository = await createTestRepository(app, "other-orders", { "a.txt": "a\n" });
  const text = "Draw a number\n```sh\ncat /proc/sys/kernel/random/uuid > NUMBER.md\n```";
  const repos = ["orders", "other-orders"].map((name) => ({ url: `${app.serviceUrl}/demo/${name}` }));
  const created = await page.request.post(`${app.webUrl}/api/dashboard/batches`, {
    headers: { origin: app.webUrl },
    data: {
      id: randomUUID(),
      launch: { prompt: { text }, repos },
      models: models.map((id) => ({ id })),
      perRepository: true,
    },
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  await page.goto(`${app.webUrl}/agents/batches/${id}`);
  const agents = page.getByRole("region", { name: "Agents" }).getByRole("listitem");
  for (let row = 0; row < 6; row += 1) {
    await expect(agents.nth(row).getByText("1 line added, 0 removed")).toBeAttached({ timeout: 60_000 });
  }

  clicks.reset();
  const select = (name: RegExp) => page.getByRole("checkbox", { name }).first();
  await select(/alpha, demo\/orders/).click();
  await select(/beta, demo\/orders/).click();
  await page.getByRole("button", { name: "Compare changes" }).click();
  await expect(page.getByRole("region", { name: "Compare changes" }).getByText("NUMBER.md").first()).toBeVisible();
  await select(/beta, demo\/orders/).click();
  await page.getByRole("button", { name: "Keep, archive others…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive 5 agents" }).click();
  await expect(page.getByRole("region", { name: "Bulk action" }).getByText("5 agents archived.")).toBeVisible();
  expect(clicks.count()).toBe(6);
  await expect(agents.getByText("Archived")).toHaveCount(5);
  await repository.remove();
});
