import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { chooseByName, press, pressSequence, tabTo } from "./testing/keyboard";
import { pullTab } from "./testing/review";
import { signInAsNewUser } from "./testing/sign-in-as";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

const lines = (changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join("");

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

/** The pull requests of the day, the newest first in the list. */
async function openPulls(day: TestRepository) {
  await day.commit("release", { "notes.txt": "1.0\n" }, "main");
  await day.commit("shop", { "readme.md": "# The shop\n" }, "main");
  await day.commit("total-1", { "total.txt": lines({ 2: "sum" }) }, "main");
  await day.commit("total-2", { "tax.txt": "tax\n" }, "total-1");
  await day.commit("greet", { "greet.txt": lines({ 5: "hello", 9: "world" }) }, "main");
  await day.commit("hotfix", { "notes.txt": "1.0.1\n" }, "release");
  await day.commit("main", { "readme.md": "# Our store\n" });
  await day.push("main", "release", "shop", "total-1", "total-2", "greet", "hotfix");
  await day.call("POST", "/rulesets", {
    name: "Two reviewers",
    enforcement: "active",
    kind: "merge_branch",
    includedRefNames: ["refs/heads/release"],
    bypassActors: [{ bypassMode: "always", repohostRole: { role: "repository_write" } }],
    rules: [{ ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 2 } }],
  });
  await day.openPull({ title: "Rename the shop", head: "shop" });
  const first = await day.openPull({ title: "Total 1/2: sum", head: "total-1" });
  const second = { title: "Total 2/2: tax", head: "total-2", base: "total-1" };
  await day.call("POST", "/pulls", { ...second, parentPullRequest: { number: first.number } });
  await day.openPull({ title: "Greet visitors", head: "greet" });
  await day.openPull({ title: "Fix the release notes", head: "hotfix", base: "release" });
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const box = (page: Page) => page.getByRole("region", { name: "Merge", exact: true });

/** Opens the first list entry below the focused one that has the title, with j and Enter. */
async function openFromList(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("list", { name: "Pull requests" }).getByText(name)).toBeVisible();
  const row = page.locator("[data-row]:focus-within");
  for (let presses = 0; presses < 10; presses += 1) {
    await press(page, "j");
    if ((await row.innerText()).includes(name)) break;
  }
  await press(page, "Enter");
  await expect(title(page)).toContainText(name);
  await expect(pullTab(page, /^Conversation/)).toBeVisible();
}

async function openFiles(page: Page, path: string): Promise<void> {
  await press(page, "4");
  await expect(page.getByRole("treeitem", { name: new RegExp(path) })).toBeVisible();
}

const verdictKeys = { comment: [], approve: ["ArrowDown"], request_changes: ["ArrowDown", "ArrowDown"] } as const;

/** Finishes a review in the Files tab. */
async function publish(page: Page, verdict: keyof typeof verdictKeys, summary = ""): Promise<void> {
  await press(page, "r");
  await expect(page.getByRole("dialog", { name: "Your review" }).getByLabel("Summary")).toBeFocused();
  await page.keyboard.type(summary);
  await press(page, "Tab", ...verdictKeys[verdict], "Control+Enter");
  await expect(page.getByRole("dialog", { name: "Your review" })).toBeHidden();
}

/** Merges from the conversation and returns to the list. */
async function merge(page: Page, button: string): Promise<void> {
  await press(page, "1");
  await tabTo(page, box(page).getByRole("button", { name: button, exact: true }));
  await press(page, "Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: button, exact: true })).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("region", { name: "Merge result" })).toBeVisible();
}

/** Counts the keys pressed in a page from now on, without modifiers. A client-side navigation keeps the count. */
function countKeys(page: Page) {
  return page.evaluateHandle(() => {
    const pressed = { count: 0 };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Shift" && key !== "Control") pressed.count += 1;
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return pressed;
  });
}

/** Opens the list and waits until it no longer contains the pull request that was just merged. */
async function backToList(page: Page, merged: string): Promise<void> {
  await pressSequence(page, "g", "r");
  await expect(title(page)).toHaveText("Pull requests");
  await expect(page.getByRole("list", { name: "Pull requests" }).getByText(merged)).toBeHidden();
}

test("a reviewer's day, by keyboard alone", { tag: "@long" }, async ({ page, app, browser }) => {
  repository = await createTestRepository(app, "day", {
    "readme.md": "# Shop\n",
    "total.txt": lines(),
    "greet.txt": lines(),
    "notes.txt": "0.9\n",
  });
  await openPulls(repository);
  const day = repository;
  await signIn(page, app);
  const reviewer = await signInAsNewUser(page, app, browser, "rita@example.com");
  await reviewer.goto(`${app.webUrl}/pulls?repo=demo/day`);
  await expect(reviewer.getByRole("button", { name: "New pull request" })).toBeEnabled();

  await test.step("an approval takes nine keys, and a merge that bypasses a rule needs a reason", async () => {
    const pressed = await countKeys(reviewer);
    await openFromList(reviewer, "Fix the release notes");
    await openFiles(reviewer, "notes");
    await press(reviewer, "]", "Shift+V");
    await expect(reviewer.getByText("1 of 1 file viewed")).toBeVisible();
    await publish(reviewer, "approve");
    // j, Enter, 4, ], Shift+V, r, Tab, ArrowDown, Ctrl+Enter.
    expect(await pressed.evaluate(({ count }) => count)).toBe(9);
    await press(reviewer, "1");
    await expect(reviewer.getByText(/rita.* approved version 1/)).toBeVisible();
    const bypass = box(reviewer).getByRole("checkbox", { name: /Merge without meeting/ });
    await tabTo(reviewer, bypass);
    await press(reviewer, "Space", "Tab");
    await expect(box(reviewer).getByLabel("Reason")).toBeFocused();
    await reviewer.keyboard.type("The second reviewer is on leave.");
    await merge(reviewer, "Bypass rules and merge");
    await expect(reviewer.getByRole("region", { name: "Conversation" })).toContainText(
      "The second reviewer is on leave.",
    );
  });

  await test.step("a line is commented on, and only the changes since the review are read after a force push", async () => {
    await backToList(reviewer, "Fix the release notes");
    await openFromList(reviewer, "Greet visitors");
    await openFiles(reviewer, "greet");
    await press(reviewer, "]", "n", "c");
    await expect(reviewer.getByRole("textbox", { name: /^Comment on greet\.txt/ })).toBeFocused();
    await reviewer.keyboard.type("Greet by name.");
    await press(reviewer, "Control+Enter");
    await expect(reviewer.getByRole("button", { name: "Review (1)" })).toBeVisible();
    await publish(reviewer, "request_changes", "One thing.");
    await day.commit("greet-2", { "greet.txt": lines({ 5: "hello, you", 9: "world" }) }, "main");
    await day.push("greet-2:greet");
    await expect(reviewer.getByText("Version 2 was pushed.")).toBeVisible();
    await tabTo(reviewer, reviewer.getByRole("button", { name: "View changes" }));
    await press(reviewer, "Enter");
    await expect(reviewer.getByText("1 file changed from version 1 to 2, excluding rebases")).toBeVisible();
    await expect(reviewer.getByRole("group", { name: /^(?:Added|Removed) line/ })).toHaveText([/hello/, /hello, you/]);
    await publish(reviewer, "approve", "Thanks.");
    await merge(reviewer, "Merge");
  });

  await test.step("a stack is updated, read layer by layer and merged from its top", async () => {
    await backToList(reviewer, "Greet visitors");
    await openFromList(reviewer, "Total 1/2");
    await tabTo(reviewer, reviewer.getByRole("button", { name: "More actions" }));
    await press(reviewer, "Enter");
    await chooseByName(reviewer, "Update branch");
    await expect(reviewer.getByText("Branch updated.")).toBeVisible();
    await openFiles(reviewer, "total");
    await publish(reviewer, "approve");
    await press(reviewer, "}");
    await expect(title(reviewer)).toContainText("Total 2/2");
    const restack = box(reviewer).getByRole("button", { name: "Restack", exact: true });
    await tabTo(reviewer, restack);
    await press(reviewer, "Enter");
    await expect(restack).toBeHidden();
    await openFiles(reviewer, "tax");
    await publish(reviewer, "approve");
    await merge(reviewer, "Merge 2 pull requests");
  });

  await test.step("a conflict goes back to its author and is merged once it is resolved", async () => {
    await backToList(reviewer, "Total 1/2: sum");
    await openFromList(reviewer, "Rename the shop");
    await expect(box(reviewer)).toContainText("readme.md");
    await openFiles(reviewer, "readme");
    await publish(reviewer, "request_changes", "Please rebase onto main.");
    await day.commit("shop-2", { "readme.md": "# The store\n" }, "main");
    await day.push("shop-2:shop");
    await expect(reviewer.getByText("Version 2 was pushed.")).toBeVisible();
    await tabTo(reviewer, reviewer.getByRole("button", { name: "View version 2" }));
    await press(reviewer, "Enter");
    await expect(reviewer.getByText("1 file in version 2")).toBeVisible();
    await publish(reviewer, "approve");
    await merge(reviewer, "Merge");
    await backToList(reviewer, "Rename the shop");
    await expect(reviewer.getByText("No open pull requests")).toBeVisible();
  });
  await reviewer.context().close();
});
