import { expect, signIn, signInWithNewSession, test } from "./testing/app";
import { openReview } from "./testing/review";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

test("a review started in one browser is continued and published in another", { tag: "@long" }, async ({
  page,
  app,
  browser,
}) => {
  repository = await createTestRepository(app, "two-browsers", { "readme.txt": "first\n" });
  await repository.commit("work", { "a.txt": "one\ntwo\n", "b.txt": "three\n" }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Reviewed on two devices", head: "work" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R2:a.txt"));
  await expect(page.getByRole("group", { name: "Added line 2", exact: true })).toBeVisible();
  const saved = page.waitForResponse((response) => {
    const sent = response.request();
    return sent.method() === "PUT" && (sent.postData() ?? "").includes("Half done.") && response.ok();
  });
  const marked = page.waitForResponse((response) => response.url().includes("/viewed-files/") && response.ok());
  await page.keyboard.press("c");
  await page.getByLabel("Comment on a.txt, line 2").fill("Why two?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("checkbox", { name: "Viewed b.txt" }).check();
  await (await openReview(page)).getByLabel("Summary").fill("Half done.");
  await Promise.all([saved, marked]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signInWithNewSession(other, app);
  await other.goto(repository.pullUrl(pull, "?tab=files"));
  await expect(other.getByRole("button", { name: "Review (1)" })).toBeVisible();
  await expect(other.getByRole("checkbox", { name: "Viewed b.txt" })).toBeChecked();
  await expect(other.getByRole("button", { name: "Draft Why two?" })).toBeVisible();
  const form = await openReview(other);
  await expect(form.getByLabel("Summary")).toHaveValue("Half done.");
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(other.getByText("Review published.")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByRole("group").filter({ hasText: "Why two?" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Draft Why two?" })).toHaveCount(0);
  await expect((await openReview(page)).getByLabel("Summary")).toHaveValue("");
});
