import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, signInWithNewSession, test } from "./testing/app";

async function* files(folder: string): AsyncGenerator<string> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) yield* files(path);
    else yield path;
  }
}

test("no key appears in a response, page, bundle, log or error", async ({ page, app }) => {
  const password = await readFile(join(app.dataDir, "postgres-password"), "utf8");
  const secrets = [...Object.values(app.keys), password.trim()];
  const expectNoSecrets = (where: string, text: string) => {
    for (const secret of secrets) expect(text.includes(secret), where).toBe(false);
  };

  const bodies: Promise<void>[] = [];
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("text/event-stream")) return;
    const read = response.text().then(
      (text) => expectNoSecrets(response.url(), text + JSON.stringify(response.headers())),
      () => undefined,
    );
    bodies.push(read);
  });
  await signInWithNewSession(page, app);
  for (const path of ["/", "/agents", "/agents/new", "/agents/bc-none", "/usage", "/artifacts", "/nothing-here"]) {
    await page.goto(`${app.webUrl}${path}`);
    expectNoSecrets(path, await page.content());
  }
  for (const path of [
    "/v1/me",
    "/v1/models",
    "/v1/repositories",
    "/v1/agents?limit=0",
    "/v1/agents/none",
    "/v1/none",
  ]) {
    const response = await page.request.get(`${app.webUrl}/api${path}`);
    expectNoSecrets(path, (await response.text()) + JSON.stringify(response.headers()));
  }
  // Error responses of the service to requests with the keys.
  for (const key of Object.values(app.keys)) {
    for (const path of ["/v1/none", "/v1/agents/none", "/admin/v1/none", "/v1/repohost/repos/none/none"]) {
      const response = await page.request.get(`${app.serviceUrl}${path}?key=x`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expectNoSecrets(path, await response.text());
    }
  }
  await Promise.all(bodies);

  // One assertion for all files, because there are thousands.
  const leaks: string[] = [];
  for (const folder of [".next/static", ".next/server", "dist", join(app.dataDir, "logs")]) {
    for await (const file of files(folder)) {
      const content = await readFile(file);
      if (secrets.some((secret) => content.includes(secret))) leaks.push(file);
    }
  }
  expect(leaks).toEqual([]);
  expectNoSecrets("postgres.log", await readFile(join(app.dataDir, "postgres.log"), "utf8"));
  expectNoSecrets("startup output", app.output());
});
