import type { Locator } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { confirmMerge, installCi } from "./testing/hosting";
import { openReview } from "./testing/review";
import { signInAsNewUser } from "./testing/sign-in-as";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

const lines = (word: string, from: number, to: number) =>
  Array.from({ length: 200 }, (_, index) => `${index >= from && index <= to ? word : "line"} ${index + 1}\n`).join("");
/** The vertical position in the viewport. */
const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
/** The vertical position once it is stable. */
async function stableTop(locator: Locator): Promise<number> {
  let last = Number.NaN;
  const isStable = async () => {
    const before = last;
    last = await top(locator);
    return last === before;
  };
  await expect.poll(isStable, { intervals: [250] }).toBe(true);
  return last;
}

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

test("two users see each other's activity live, without layout shifts", { tag: "@long" }, async ({
  page,
  app,
  browser,
}) => {
  const base = { "alpha.txt": lines("line", 0, 0), "omega.txt": lines("line", 0, 0) };
  repository = await createTestRepository(app, "together", base);
  const changed = { "alpha.txt": lines("alpha", 5, 20), "omega.txt": lines("omega", 20, 180) };
  const sha = await repository.commit("work", changed, "main");
  await repository.push("work");
  const ci = await installCi(app, "together");
  const unit = { actorKind: "app", actorId: ci.id, groupKey: "test-ci", runKey: "unit" };
  await repository.call("POST", "/rulesets", {
    name: "Checked",
    enforcement: "active",
    kind: "merge_branch",
    includedRefNames: ["~DEFAULT_BRANCH"],
    rules: [{ ruleType: "require_status_checks", parameters: { requiredChecks: [unit] } }],
  });
  const pull = await repository.openPull({ title: "Read by two", head: "work" });
  await signIn(page, app);
  const theirs = await signInAsNewUser(page, app, browser, "cleo@example.com");

  // One user reads the second file while the other comments on the first.
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R120:omega.txt"));
  const read = page.getByRole("group", { name: "Added line 120", exact: true });
  await expect(read).toBeInViewport();
  await theirs.goto(repository.pullUrl(pull, "?tab=files&at=R10:alpha.txt"));
  await expect(theirs.getByRole("group", { name: "Added line 10", exact: true })).toBeInViewport();
  await theirs.keyboard.press("c");
  await theirs.getByLabel("Comment on alpha.txt, line 10").fill("Why *alpha*?\n\n- one\n- two\n- three");
  const before = await stableTop(read);
  await theirs.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("treeitem", { name: /alpha\.txt/ })).toContainText("1 open thread");
  await expect.poll(async () => Math.abs((await top(read)) - before)).toBeLessThanOrEqual(1);

  // One user comments on the second file while the other types a comment on it.
  await page.keyboard.press("c");
  const typing = page.getByLabel("Comment on omega.txt, line 120");
  await expect(typing).toBeFocused();
  await page.keyboard.type("Half a thou");
  await theirs.goto(repository.pullUrl(pull, "?tab=files&at=R100:omega.txt"));
  await expect(theirs.getByRole("group", { name: "Added line 100", exact: true })).toBeInViewport();
  await theirs.keyboard.press("c");
  await theirs.getByLabel("Comment on omega.txt, line 100").fill("And why omega?");
  await theirs.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("treeitem", { name: /omega\.txt/ })).toContainText("1 open thread");
  await expect(typing).toBeFocused();
  await page.keyboard.type("ght");
  await expect(typing).toHaveValue("Half a thought");
  await theirs.goto(repository.pullUrl(pull, "?tab=files&at=R10:alpha.txt"));

  // One user replies in the conversation while the other approves and a check passes.
  await page.goto(repository.pullUrl(pull));
  const box = page.getByRole("region", { name: "Merge" });
  await expect(box).toContainText("Merging is blocked");
  const conversation = page.getByRole("region", { name: "Conversation" });
  const thread = conversation.getByRole("group").filter({ hasText: "Why alpha?" });
  await expect(thread).toContainText("cleo");
  await expect(thread.getByText("alpha 10")).toBeVisible();
  await expect(thread.getByRole("link", { name: "View in files" })).toHaveAttribute("href", /at=R10%3Aalpha\.txt$/);
  const summary = page.getByRole("form", { name: "Your review" }).getByLabel("Summary");
  // A small viewport, so that the scroll position stays valid when the merge box below shrinks.
  await page.setViewportSize({ width: 1280, height: 400 });
  await summary.fill("I am still wri");
  await summary.scrollIntoViewIfNeeded();
  const written = await stableTop(summary);
  const form = await openReview(theirs);
  await form.getByLabel("Summary").fill("Reads well.\n\n1. Really.\n2. It does.");
  await form.getByLabel("Approve").check();
  await form.getByRole("button", { name: "Publish review" }).click();
  await ci.report(sha, "unit", { status: "completed", conclusion: "success" });
  await expect(conversation.getByText(/^cleo.* approved version 1/)).toBeVisible();
  await expect(summary).toHaveValue("I am still wri");
  await expect.poll(async () => Math.abs((await top(summary)) - written)).toBeLessThanOrEqual(1);
  await thread.getByRole("button", { name: "Reply" }).click();
  await thread.getByLabel("Reply").fill("Because it comes first.");
  await thread.getByRole("button", { name: "Send reply" }).click();
  await thread.getByRole("button", { name: "Resolve" }).click();
  await expect(theirs.getByText("Because it comes first.")).toBeAttached();

  // The check appears in the open Checks tab, and a merge is shown to the other user.
  await page.goto(repository.pullUrl(pull, "?tab=checks"));
  await expect(page.getByRole("region", { name: "Checks" }).getByRole("status").first()).toContainText(
    "1 of 1 required check passed",
  );
  await theirs.goto(repository.pullUrl(pull));
  await theirs.getByRole("region", { name: "Merge" }).getByRole("button", { name: "Merge", exact: true }).click();
  await confirmMerge(theirs);
  await expect(theirs.getByText(/^Merged #\d+ into main/)).toBeVisible();
  await expect(page.locator("main header").getByText(/^Pull request:\s*Merged$/)).toBeVisible();
  await theirs.context().close();
});
