import { expect, signIn, test } from "./testing/app";
import { press } from "./testing/keyboard";
import { checkPage } from "./testing/screenshots";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

test("a pull request is reviewed commit by commit, and each commit has a page", { tag: "@long" }, async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "by-commit", { "a.txt": "one\n" });
  const first = await repository.commit("work", { "a.txt": "one\ntwo\n" }, "main");
  const second = await repository.commit("work", { "a.txt": "zero\none\ntwo\n", "b.txt": "three\n" });
  await repository.push("work");
  const pull = await repository.openPull({ title: "Two commits", head: "work" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=commits"));
  await page.getByRole("link", { name: "Change a.txt", exact: true }).click();

  const files = page.getByRole("region", { name: "Files", exact: true });
  const tree = page.getByRole("tree", { name: "Changed files" });
  await expect(files.getByText("Commit 1 of 2")).toBeVisible();
  await expect(page.getByRole("group", { name: "Added line 2", exact: true })).toContainText("two");
  await expect(tree.getByRole("treeitem")).toHaveText([/^a\.txt/]);
  await checkPage(page, "pull-commit");

  // A comment on the commit's line is one on the same line of the latest version.
  await press(page, "]", "n", "c");
  const draft = page.getByRole("textbox", { name: "Comment on a.txt, line 3", exact: true });
  await expect(draft).toBeFocused();
  await page.keyboard.type("Why two?");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(draft).toHaveCount(0);
  await expect(page.locator("[data-thread='right2:a.txt']")).toContainText("Why two?");
  await page.keyboard.press(">");
  await expect(files.getByText("Commit 2 of 2")).toBeVisible();
  await expect(tree.getByRole("treeitem")).toHaveText([/^a\.txt/, /^b\.txt/]);
  await expect(page.getByRole("button", { name: "Next commit" })).toBeDisabled();
  await page.keyboard.press("<");
  await expect(files.getByText("Commit 1 of 2")).toBeVisible();

  await files.getByRole("link", { name: "View commit page" }).click();
  await expect(page).toHaveURL(new RegExp(`/repositories/demo/by-commit/commits/${first}`));
  await expect(page.getByRole("heading", { name: "Change a.txt", exact: true })).toBeVisible();
  await expect(page.getByRole("group", { name: "Added line 2", exact: true })).toContainText("two");
  await checkPage(page, "commit");
  await page.goto(`${app.webUrl}/repositories/demo/by-commit/commits/${second}`);
  await page.getByRole("link", { name: first.slice(0, 8) }).click();
  await expect(page).toHaveURL(new RegExp(`/commits/${first}`));

  await page.goto(`${app.webUrl}/repositories/demo/by-commit?view=history&ref=work`);
  await page.getByRole("link", { name: "Change a.txt, b.txt" }).click();
  await expect(page.getByRole("heading", { name: "Change a.txt, b.txt" })).toBeVisible();
  await page.goto(repository.pullUrl(pull, `?tab=files&commit=${"0".repeat(40)}`));
  await expect(page.getByText("Commit 00000000 isn't part of version 1.")).toBeVisible();
  await page.getByRole("button", { name: "Show all commits" }).click();
  await expect(page.locator("[data-thread='right3:a.txt']")).toContainText("Why two?");
  await expect(tree.getByRole("treeitem")).toHaveText([/^a\.txt/, /^b\.txt/]);
});
