import { expect, signIn, test } from "./testing/app";
import { openReview } from "./testing/review";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

const numbered = (count: number, changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join("");

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

test("a rewritten branch keeps threads, viewed marks and drafts, and shows the author's changes", {
  tag: "@long",
}, async ({ page, app }) => {
  const base = { "moved.txt": numbered(40), "kept.txt": numbered(10), "theirs.txt": numbered(10) };
  repository = await createTestRepository(app, "rebased", base);
  const first = { "moved.txt": numbered(40, { 30: "thirty, first", 33: "thirty-three" }) };
  await repository.commit("work", { ...first, "kept.txt": numbered(10, { 5: "five" }), "gone.txt": "later\n" }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Rewritten while it is reviewed", head: "work" });
  const comment = (body: string, path: string, startLine: number) =>
    repository?.call("POST", `/pulls/${pull.number}/comments`, { body, inline: { path, side: "right", startLine } });
  await comment("This line stays.", "moved.txt", 33);
  await comment("This line is rewritten.", "moved.txt", 30);
  await comment("This file is deleted.", "gone.txt", 1);

  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R33:moved.txt"));
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expect(changes.getByText("This line stays.")).toBeVisible();
  const viewed = (path: string) => page.getByRole("checkbox", { name: `Viewed ${path}` });
  const tree = page.getByRole("tree", { name: "Changed files" });
  for (const path of ["kept.txt", "gone.txt"]) {
    // A file that was just marked folds, and a click on the next one while it moves is lost.
    await expect(async () => {
      if (!(await viewed(path).isChecked())) await viewed(path).click();
      await expect(viewed(path)).toBeChecked({ timeout: 5_000 });
    }).toPass();
    await expect(viewed(path)).toBeInViewport();
  }
  let form = await openReview(page);
  await form.getByLabel("Summary").fill("Seen so far.");
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Review published.")).toBeVisible();
  // A draft on an unchanged line between the two.
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R32:moved.txt"));
  await expect(changes.getByText("This line stays.")).toBeVisible();
  await page.keyboard.press("c");
  await page.getByLabel("Comment on moved.txt, line 32").fill("A thought for later.");
  await page.keyboard.press("Control+Enter");
  await expect(changes.getByText("A thought for later.")).toBeVisible();

  // The base gets five lines above and an unrelated change; the author changes one more line.
  const below = { "moved.txt": `${"new\n".repeat(5)}${base["moved.txt"]}`, "theirs.txt": numbered(10, { 2: "two" }) };
  await repository.commit("main", below);
  await repository.rebase("work", "main");
  const second = numbered(40, { 30: "thirty, second", 33: "thirty-three" });
  await repository.commit("work", { "moved.txt": `${"new\n".repeat(5)}${second}`, "gone.txt": null });
  await repository.push("main", "work");

  await expect(page.getByText("Version 2 was pushed.")).toBeVisible();
  await expect(changes.getByText("A thought for later.")).toBeVisible();
  await expect(changes.getByText("thirty, first")).toBeVisible();
  await page.getByRole("button", { name: "View changes" }).click();
  await expect(page.getByText("2 files changed from version 1 to 2, excluding rebases")).toBeVisible();
  await expect(tree.getByRole("treeitem")).toHaveText([/^gone\.txt/, /^moved\.txt/]);
  await expect(changes.getByRole("group", { name: /^(?:Added|Removed) line/ })).toHaveText([
    /later/,
    /thirty, first/,
    /thirty, second/,
  ]);

  // Later: changes since the user's review are shown first, all changes with one click.
  await page.goto(repository.pullUrl(pull, "?tab=files"));
  await expect(page.getByText("2 files changed from version 1 to 2, excluding rebases")).toBeVisible();
  await page.getByRole("button", { name: "Show all changes" }).click();
  await expect(page.getByText("2 files in version 2")).toBeVisible();
  await expect(viewed("kept.txt")).toBeChecked();
  await expect(viewed("moved.txt")).not.toBeChecked();
  await expect(page.getByText("1 of 2 files viewed")).toBeVisible();
  const threadsAt = (place: string) => page.locator(`[data-thread="${place}"]`);
  await expect(threadsAt("right38:moved.txt")).toContainText("This line stays.");
  await expect(threadsAt("right35:moved.txt")).toContainText("Outdated: originally on version 1, line 30.");
  await expect(threadsAt("right35:moved.txt")).toContainText("This line is rewritten.");
  await expect(threadsAt("right37:moved.txt")).toContainText("A thought for later.");
  await expect(page.getByText("1 open thread on files that are no longer changed")).toBeVisible();
  await expect(page.getByText("This file is deleted.")).toBeVisible();
  form = await openReview(page);
  await expect(form).toContainText("Comments on version 1 are published on that version.");
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(threadsAt("right37:moved.txt").getByRole("group")).toContainText("A thought for later.");

  // The previous version is unchanged.
  await page.getByLabel("Up to version").selectOption("1");
  await expect(threadsAt("right33:moved.txt")).toContainText("This line stays.");
  await expect(viewed("gone.txt")).toBeChecked();
});
