import { expect, signIn, test } from "./testing/app";
import { openReview, pullTab } from "./testing/review";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 1}\n`).join("");

test("hostile names, Markdown and lines are escaped, and positions outside the diff are explained", async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "hostile", { "plain.txt": rows(60) });
  const script = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  const name = "--- a/<b>x<\u002fb> \u202Etxt.exe";
  const text = `${script}\n--- a/plain.txt\n+++ b/plain.txt\n@@ -1 +1 @@\nif (isAdmin\u202E) {\n`;
  const changed = rows(60).replace("row 30\n", "row thirty\n");
  await repository.commit("work", { "plain.txt": changed, [name]: text }, "main");
  await repository.push("work");
  const pull = await repository.openPull({
    title: `${script} "quoted" \u202Eesrever`,
    body: `${script}\n\n[press me](javascript:alert(1)) ![see](https://tracker.example/pixel.png)`,
    head: "work",
  });
  const comment = (location: object, body: string) =>
    repository?.call("POST", `/pulls/${pull.number}/comments`, { body, ...location });
  await comment({ inline: { path: "plain.txt", side: "right", startLine: 5 } }, `Out of the hunks ${script}`);

  await signIn(page, app);
  page.on("dialog", () => expect(false, "a script ran").toBe(true));
  await page.goto(repository.pullUrl(pull));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>alert(1)</script>");
  const main = page.getByRole("main");
  await expect(main.getByText("press me")).toBeVisible();
  await expect(main.locator("img, script, a[href^='javascript']")).toHaveCount(0);

  await page.goto(repository.pullUrl(pull, "?tab=files"));
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expect(changes.getByRole("heading", { level: 3 })).toHaveCount(2);
  await expect(changes.getByText("Bidirectional text")).toBeVisible();
  await expect(changes.getByRole("group", { name: "Added line 2", exact: true })).toContainText("--- a/plain.txt");
  await expect(changes.getByRole("group", { name: "Added line 5", exact: true })).not.toContainText("\u202E");
  await expect(changes.locator("img, script")).toHaveCount(0);
  // Comments outside the hunks are shown at the file header.
  await expect(page.locator('[data-thread="right0:plain.txt"]')).toContainText(
    "On line 5, which isn't shown in this diff.",
  );

  await page.goto(repository.pullUrl(pull, `?tab=files&at=${encodeURIComponent("R7:no/such/file.txt")}`));
  await expect(page.getByText("no/such/file.txt, which isn't part of these changes")).toBeVisible();
});

test("a comment on a line beyond the end of a file is rejected, and its draft is kept", { tag: "@long" }, async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "beyond", { "plain.txt": rows(60) });
  await repository.commit("work", { "plain.txt": rows(60).replace("row 30\n", "row thirty\n") }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Change a row", head: "work" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=files"));
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await changes.getByRole("button", { name: "Comment on plain.txt" }).click();
  await page.getByLabel("Line of plain.txt").fill("9000");
  await page.getByRole("textbox", { name: "Comment on plain.txt", exact: true }).fill("Far below");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your draft is saved." })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Comment on plain.txt", exact: true })).toHaveValue("Far below");
  // Commenting from the screen-reader view opens the line in the diff.
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Screen-reader view" }).click();
  await page.getByRole("button", { name: "Comment on removed line 30" }).click();
  await expect(page.getByLabel("Comment on plain.txt, old line 30")).toBeFocused();
});

test("a review of more than fifty comments is published at once, and survives the deletion of its branch", {
  tag: "@long",
}, async ({ page, app }) => {
  repository = await createTestRepository(app, "many-comments", { "readme.txt": "first\n" });
  await repository.commit("work", { "long.txt": rows(60) }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Long file", head: "work" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=files"));
  const comments = Array.from({ length: 55 }, (_, index) => ({
    body: `Remark ${index + 1}`,
    versionNumber: "1",
    inline: { path: "long.txt", side: "right", startLine: index + 1 },
  }));
  const saved = await page.evaluate(
    async ([path, body]) =>
      (
        await fetch(`/api/v1/repohost/repos/demo/many-comments/pulls/${path}/review_draft`, {
          method: "PUT",
          body,
          headers: { "content-type": "application/json" },
        })
      ).status,
    [pull.number, JSON.stringify({ comments })] as const,
  );
  expect(saved).toBe(200);
  await page.reload();
  const form = await openReview(page);
  await expect(form).toContainText("55 comments will be published.");
  // Deleting the branch doesn't prevent a review of its commits.
  await repository.call("DELETE", "/git/refs/heads/work");
  await form.getByLabel("Summary").fill("Looks good overall.");
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText("Remark 1", { exact: true })).toBeVisible();
  await expect(page.locator("main header").getByText(/^Pull request:\s*Closed$/)).toBeVisible();
  await pullTab(page, "Conversation").click();
  await expect(page.getByText(/^Admin.* reviewed version 1/)).toHaveCount(1);
  const remarks = page.getByRole("region", { name: "Conversation" }).getByText(/^Remark \d+$/);
  await expect(remarks).toHaveText(comments.map(({ body }) => body));
});
