import { expect, signIn, test } from "./testing/app";
import { addRuleset, demoPull, installCi } from "./testing/hosting";
import { checkPage } from "./testing/screenshots";

let removeRuleset: (() => Promise<unknown>) | undefined;
test.afterEach(() => removeRuleset?.());

test("checks by keyboard: required, missing and failed checks, annotations, and launching an agent to fix them", async ({
  page,
  app,
}) => {
  const pull = await demoPull(app, "Round the discount once");
  const ci = await installCi(app);
  const { sha } = pull.head;
  const required = (runKey: string) => ({ actorKind: "app", actorId: ci.id, groupKey: "test-ci", runKey });
  removeRuleset = await addRuleset(app, {
    name: "Checked",
    enforcement: "active",
    kind: "merge_branch",
    includedRefNames: ["~DEFAULT_BRANCH"],
    rules: [{ ruleType: "require_status_checks", parameters: { requiredChecks: ["unit", "deploy"].map(required) } }],
  });
  await ci.report(sha, "unit", {
    status: "completed",
    conclusion: "failure",
    isRerequestable: true,
    output: { title: "1 of 40 tests fails", summary: "The remainder is lost." },
    annotations: [
      {
        annotationLevel: "failure",
        message: "expected **33**, got 32 <script>alert(1)</script>",
        rawDetails: "**stars** <b>tags</b>",
        location: { path: "src/money.js", startLine: 20, endLine: 22 },
      },
    ],
  });
  await ci.report(sha, "docs", { status: "completed", conclusion: "skipped" });
  const deadlineAt = new Date(Date.now() + 3_600_000).toISOString();
  await ci.report(sha, "load", { status: "in_progress", deadlineAt });

  await signIn(page, app);
  const address = `${app.webUrl}/pulls/demo/orders/${pull.number}`;
  await page.goto(address);
  const box = page.getByRole("region", { name: "Merge" });
  await expect(box).toContainText("Merging is blocked");
  await expect(box.getByRole("link", { name: "unit" })).toHaveAttribute("href", /tab=checks#check-/);
  await expect(box).toContainText("deploy");

  await page.keyboard.press("3");
  await expect(page).toHaveURL(/tab=checks/);
  const checks = page.getByRole("region", { name: "Checks" });
  await expect(checks.getByRole("status").filter({ hasText: "required" })).toContainText(
    "0 of 2 required checks passed, 1 missing",
  );
  await expect(checks.getByRole("list", { name: "Missing checks" })).toContainText("deploy");
  const rows = checks.getByRole("region", { name: "Test CI" }).getByRole("listitem");
  await expect(rows.nth(0)).toContainText(/unit.*Failed.*Required/);
  await expect(rows.nth(1)).toContainText(/load.*Running.*Optional.*times out in/);
  await expect(rows.nth(2)).toContainText(/docs.*Skipped/);

  // The demo's app has also reported checks, none of which failed.
  await page.keyboard.press("j");
  await expect(rows.nth(0).getByRole("button", { name: "unit", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  const annotations = checks.getByRole("list", { name: "Annotations for unit" });
  await expect(annotations).toContainText("src/money.js:20–22");
  await expect(annotations.locator("strong")).toHaveText("33");
  await expect(annotations.locator("script")).toHaveCount(0);

  // The annotation is also shown next to its lines (H-ANN-14).
  await page.keyboard.press("4");
  const beside = page.getByRole("region", { name: "Changes" }).getByRole("list", { name: "Annotations" });
  await expect(beside).toContainText("unitsrc/money.js:20–22");
  await expect(beside.locator("strong")).toHaveText("33");
  await expect(beside.locator("pre")).toHaveText("**stars** <b>tags</b>");
  await expect(beside.locator("script, pre b")).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(beside).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(beside).toHaveCount(1);
  if (process.env.SCREENSHOTS) await checkPage(page, "files-annotations");
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.keyboard.press("Shift+F");
  await expect(page).toHaveURL(/agents\/new/);
  const prompt = page.getByLabel("Prompt", { exact: true });
  await expect(prompt).toHaveValue(/unit: Failed\n {2}> 1 of 40 tests fails[\s\S]*src\/money\.js:20-22: failure/);
  await expect(page.getByLabel("Pull request", { exact: true })).toHaveValue(new RegExp(`/pull/${pull.number}$`));

  await page.goto(`${address}?tab=checks`);
  await checkPage(page, "checks");
  await page.setViewportSize({ width: 1280, height: 900 });
  await rows
    .nth(0)
    .getByRole("button", { name: /^Re-run\s*: unit$/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(rows.filter({ hasText: "unit" })).toContainText(/Re-run requested.*Previous attempt: Failed/);
  await expect(rows.filter({ hasText: "unit" }).locator("s")).toContainText("Failed");
  await expect(rows.filter({ hasText: "unit" })).toContainText("by Admin");
});
