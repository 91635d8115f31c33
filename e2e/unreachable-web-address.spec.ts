import { expect, test } from "./testing/app";

test.use({ environment: { WEB_URL: "https://slipway.example.invalid" } });

test("starts, prints the sign-in link, and warns, although its machine can't reach the dashboard's address", {
  tag: "@long",
}, async ({ app }) => {
  expect(app.output()).toMatch(/https:\/\/slipway\.example\.invalid\/sign-in\?token=\S+/);
  await expect.poll(() => app.output()).toContain("this machine can't reach https://slipway.example.invalid");
  const headers = { authorization: `Bearer ${app.keys.user}` };
  expect((await fetch(`${app.serviceUrl}/v1/me`, { headers })).status).toBe(200);
});
