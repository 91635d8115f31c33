import { expect, it } from "vitest";
import { securityWarnings } from "./security-warnings";

it("admins of a dashboard with a remote service learn that its users share keys", async () => {
  const keys = { AGENTS_API_KEY: "k".repeat(40), REPOHOST_TOKEN: "t".repeat(40) };
  Object.assign(process.env, { SERVICE_URL: "https://agents.example.test", ...keys });
  const details = (await securityWarnings({ role: "admin" })).map(({ detail }) => detail);
  expect(details).toEqual([expect.stringContaining("AGENTS_API_KEY"), expect.stringContaining("REPOHOST_TOKEN")]);
  expect(await securityWarnings({ role: "operator" })).toEqual([]);
});
