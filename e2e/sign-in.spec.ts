import { expect, newSignInLink, signIn, test } from "./testing/app";

test.describe("signing in", () => {
  test("a visitor sees how to create a link", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText("npx slipway sign-in")).toBeVisible();
  });

  test("a printed link works once, and opening it doesn't use it up", async ({ browser, app }) => {
    const link = await newSignInLink(app);
    const first = await (await browser.newContext()).newPage();
    await first.goto(link);
    await first.goto(link);
    // The token is removed from the address and the history.
    await expect(first).toHaveURL(`${app.webUrl}/sign-in`);
    await first.getByRole("button", { name: "Sign in" }).click();
    await expect(first).not.toHaveURL(/\/sign-in/);
    await expect(first.getByRole("navigation").first()).toBeVisible();

    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await expect(second.getByText("This sign-in link has been used")).toBeVisible();
    await second.goto(`${app.webUrl}/agents`);
    await expect(second).toHaveURL(/\/sign-in/);
    await first.context().close();
    await second.context().close();
  });

  test("an unknown link is rejected", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/sign-in?token=${"0".repeat(64)}`);
    await expect(page.getByText("This sign-in link isn't valid")).toBeVisible();
  });

  test("without a session, the proxy and the live channel return 401", async ({ request, app }) => {
    for (const path of ["/api/v1/agents", "/api/live?s=run%3Aa%3Ab"]) {
      expect((await request.get(`${app.webUrl}${path}`)).status(), path).toBe(401);
    }
  });

  test("malformed paths get an error of the API with a request id, or the page for unknown addresses", async ({
    request,
    app,
  }) => {
    for (const path of ["/api/%ff", "/api/v1/agents/%zz", "/api/v1/agents/x%00"]) {
      const response = await request.get(`${app.webUrl}${path}`);
      expect(response.status(), path).toBe(400);
      expect(response.headers()["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(await response.json()).toMatchObject({ error: { code: "validation_error" } });
    }
    for (const path of ["/agents/%ff", "/agents/x%00", "/%zz"]) {
      const response = await request.get(`${app.webUrl}${path}`);
      expect(response.status(), path).toBe(404);
      expect(await response.text()).toContain("Page not found");
    }
  });

  test("injected style elements are blocked", async ({ browser, app }) => {
    // A separate page, because a blocked style fails tests of the page fixture.
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${app.webUrl}/sign-in`);
    const display = await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", "<style>h1 { display: none !important }</style>");
      const heading = document.querySelector("h1");
      return heading && getComputedStyle(heading).display;
    });
    expect(display).toBe("block");
    await page.context().close();
  });

  test("next-auth's own pages aren't shown", async ({ request, app }) => {
    for (const page of ["signin", "signout", "error", "verify-request"]) {
      const response = await request.get(`${app.webUrl}/api/auth/${page}`, { maxRedirects: 0 });
      expect(response.status(), page).toBe(302);
      expect(response.headers().location, page).toContain("/sign-in");
      expect(response.headers()["content-security-policy"], page).toContain("default-src 'none'");
    }
  });

  test("an unknown host name is rejected", async ({ request, app }) => {
    const response = await request.get(`${app.webUrl}/sign-in`, { headers: { host: "evil.example" } });
    expect(response.status()).toBe(421);
  });

  test("a redirect from another server that this user didn't ask for is rejected", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const redirect = (path: string) => page.goto(`${app.webUrl}${path}?state=unknown&code=unknown`);
    await redirect("/api/mcp-callback");
    await expect(page.getByRole("heading", { name: "You're signed out" })).toBeVisible();
    await redirect("/api/github-connection");
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page, app);
    await redirect("/api/mcp-callback");
    await expect(page.getByRole("heading", { name: "Connection expired" })).toBeVisible();
    for (const path of ["/api/github-connection", "/api/github-app"]) {
      await redirect(path);
      await expect(page.getByText("The request expired, or another user started it. Try again.")).toBeVisible();
    }
  });
});
