import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { expect, signIn, test } from "./testing/app";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

const lines = (last: string) =>
  `${Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};\n`).join("")}${last}\n`;

test("a file's history and blame are opened by key, and lead to commits and earlier blame", { tag: "@long" }, async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "file-history", { "src/old.ts": lines("// first") });
  const renamed = await repository.commit("main", { "src/old.ts": null, "src/new.ts": lines("// second") });
  const between = await repository.commit("main", { "README.md": "# History\n" });
  const edited = await repository.commit("main", { "src/new.ts": `// top\n${lines("// third")}` });
  await repository.push("main");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories/demo/file-history?path=src/new.ts`);
  await expect(page.getByRole("region", { name: "Text of new.ts" })).toContainText("// third");

  await page.keyboard.press("h");
  const history = page.getByRole("region", { name: "History of src/new.ts" });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(history.getByRole("listitem").nth(1)).toContainText("Renamed from src/old.ts");
  await checkPage(page, "file-history");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press("j");
  await expect(history.getByRole("link", { name: "Change src/new.ts", exact: true })).toBeFocused();

  await page.keyboard.press("b");
  const commits = page.getByRole("list", { name: "Commits by line" });
  await expect(commits.getByRole("listitem").first()).toContainText("Change src/new.ts");
  await expect(page.getByRole("region", { name: "Lines" })).toContainText("// third");
  await checkPage(page, "blame");
  await page.setViewportSize({ width: 1280, height: 900 });
  await commits
    .getByRole("link", { name: `Blame before ${edited.slice(0, 8)}` })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`view=blame&ref=${between}`));
  await expect(page.getByRole("region", { name: "Lines" })).toContainText("// second");
  await commits.getByRole("link", { name: `Blame before ${renamed.slice(0, 8)}` }).click();
  await expect(page.getByRole("region", { name: "Lines" })).toContainText("// first");
  await expect(page.getByRole("link", { name: /^Blame before/ })).toHaveCount(0);
  await commits.getByRole("link", { name: "Change src/old.ts" }).click();
  await expect(page.getByRole("heading", { name: "Change src/old.ts" })).toBeVisible();
});

test("the merge dialog shows the commit message, which is edited before merging", { tag: "@long" }, async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "merge-message", { "a.txt": "one\n" });
  await repository.commit("work", { "a.txt": "one\ntwo\n" }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Add two", head: "work", body: "Counts further." });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull));
  const box = page.getByRole("region", { name: "Merge", exact: true });
  await box.getByLabel("Merge method").selectOption("squash");
  await box.getByRole("button", { name: "Merge", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Merge into main?" });
  await expect(dialog).toContainText("Add two (#1)");
  await checkViewInAllThemes(page, "merge-message");
  await dialog.getByRole("button", { name: "Edit message" }).click();
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await dialog.getByLabel("Title").fill("Add a second line");
  await dialog.getByLabel("Description").fill("Counts up to two.");
  await checkViewInAllThemes(page, "merge-message-editing");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Save message" }).click();
  await expect(dialog).toContainText("Add a second line (#1)");
  await expect(dialog).toContainText("Counts up to two.");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("region", { name: "Merge result" })).toBeVisible();
  await page.goto(`${app.webUrl}/repositories/demo/merge-message?view=history`);
  await expect(page.getByRole("region", { name: "History" }).getByRole("listitem").first()).toContainText(
    "Add a second line (#1)",
  );
});

test("the conversation lists every change, and versions are compared commit by commit", { tag: "@long" }, async ({
  page,
  app,
}) => {
  repository = await createTestRepository(app, "timeline", { "a.txt": "one\n" });
  await repository.commit("work", { "a.txt": "one\ntwo\n" }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Add two", head: "work" });
  await repository.commit("work", { "b.txt": "three\n" });
  await repository.push("work");
  await repository.commit("main", { "c.txt": "upstream\n" });
  await repository.push("main");
  await repository.rebase("work", "main");
  await repository.commit("work", { "d.txt": "four\n" });
  const version = async () =>
    getPullRequest.response.parse(await repository?.call("GET", `/pulls/${pull.number}`)).version;
  await expect.poll(async () => (await version()).number).toBe("2");
  await repository.push("work");
  await expect.poll(async () => (await version()).number).toBe("3");
  await repository.call("PATCH", `/pulls/${pull.number}`, { title: "Add two and three", draft: true });
  await repository.call("PATCH", `/pulls/${pull.number}`, { state: "closed" });
  await repository.call("PATCH", `/pulls/${pull.number}`, { state: "open" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull));
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByRole("listitem")).toContainText([
    "opened the pull request",
    "pushed 1 commit (version 2)",
    "force-pushed 3 commits (version 3)",
    "changed the title from “Add two” to “Add two and three”",
    "converted it to a draft",
    "closed it",
    "reopened it",
    "marked it as ready for review",
  ]);
  await checkPage(page, "timeline");
  await page.setViewportSize({ width: 1280, height: 900 });
  await conversation.getByRole("link", { name: "Changes from version 2 to 3" }).click();
  const files = page.getByRole("region", { name: "Files", exact: true });
  await expect(files.getByLabel("Changes since")).toHaveValue("2");
  await files.getByRole("group", { name: "Compare" }).getByText("Commits").click();
  const commits = page.getByRole("region", { name: "Changed commits" });
  await expect(commits.getByRole("listitem")).toContainText([/^Unchanged/, /^Unchanged/, /^Added/]);
  await checkPage(page, "range-diff");
});
