import { expect, signIn, test } from "./testing/app";
import { type OwnRepository, ownRepository } from "./testing/own-repository";

let repository: OwnRepository | undefined;
test.afterEach(() => repository?.remove());

const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 1}\n`).join("");

test("hostile names, Markdown and lines stay text, and places outside the diff are said", async ({ page, app }) => {
  repository = await ownRepository(app, "hostile", { "plain.txt": rows(60) });
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
  const say = (place: object, body: string) =>
    repository?.call("POST", `/pulls/${pull.number}/comments`, { body, ...place });
  await say({ inline: { path: "plain.txt", side: "right", startLine: 5 } }, `Out of the hunks ${script}`);

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
  await expect(changes.getByText("Hidden text direction")).toBeVisible();
  await expect(changes.getByRole("group", { name: "Added line 2", exact: true })).toContainText("--- a/plain.txt");
  await expect(changes.getByRole("group", { name: "Added line 5", exact: true })).not.toContainText("\u202E");
  await expect(changes.locator("img, script")).toHaveCount(0);
  // What no hunk shows stands with the file's name.
  await expect(page.locator('[data-talk="right0:plain.txt"]')).toContainText(
    "On line 5, which this diff does not show.",
  );

  await page.goto(repository.pullUrl(pull, `?tab=files&at=${encodeURIComponent("R7:no/such/file.txt")}`));
  await expect(page.getByText("no/such/file.txt, which is not changed in what is shown")).toBeVisible();
  // A line beyond the end of the file: the service refuses, and the text stays.
  await changes.getByRole("button", { name: "Comment on plain.txt" }).click();
  await page.getByLabel("Line of plain.txt").fill("9000");
  await page.getByRole("textbox", { name: "Comment on plain.txt", exact: true }).fill("Far below");
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your text is kept." })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Comment on plain.txt", exact: true })).toHaveValue("Far below");
  // From the plain list one comes to the line itself.
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Plain list" }).click();
  await page.getByRole("button", { name: "Comment on removed line 30" }).click();
  await expect(page.getByLabel("Comment on plain.txt, old line 30")).toBeFocused();
});

test("a review of more than fifty comments is split, and outlives the branch it is of", async ({ page, app }) => {
  repository = await ownRepository(app, "many-comments", { "readme.txt": "first\n" });
  await repository.commit("work", { "long.txt": rows(60) }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "Spoken of at length", head: "work" });
  await signIn(page, app);
  await page.goto(repository.pullUrl(pull, "?tab=files"));
  const drafts = Array.from({ length: 55 }, (_, index) => ({
    ...{ path: "long.txt", side: "right", line: index + 1, version: "1", body: `Remark ${index + 1}` },
  }));
  await page.evaluate(
    ([key, kept]) => localStorage.setItem(key ?? "", kept ?? ""),
    [`slipway.draft.review.${pull.id}`, JSON.stringify(drafts)],
  );
  await page.reload();
  const form = page.getByRole("form", { name: "Your review" });
  await expect(form).toContainText("55 comments go with it. They become 2 reviews, as one holds 50 comments");
  // Somebody deletes the branch meanwhile: what was pushed can still be read and spoken of.
  await repository.call("DELETE", "/git/refs/heads/work");
  await form.getByLabel("Summary").fill("All of it.");
  await form.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(form).not.toContainText("55 comments");
  await expect(page.getByText("Remark 1", { exact: true })).toBeVisible();
  await expect(page.locator("main header").getByText(/^Pull request:\s*Closed$/)).toBeVisible();
  await page.getByRole("button", { name: "Conversation" }).click();
  await expect(page.getByText(/^Admin.* reviewed version 1/)).toHaveCount(2);
  const remarks = page.getByRole("region", { name: "Conversation" }).getByText(/^Remark \d+$/);
  await expect(remarks).toHaveText(drafts.map(({ body }) => body));
});
