import { expect, signIn, test } from "./testing/app";

test.use({ environment: { SERVICE_PUBLIC_URL: "https://slipway.example.invalid" } });

test("starts, and warns, although its machine can't reach the public address of the service", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await expect.poll(() => app.output()).toContain("this machine can't reach https://slipway.example.invalid");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents`);
  await expect(page.getByRole("heading", { name: "Agents" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
});
