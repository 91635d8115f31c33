import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { demoPull } from "./testing/hosting";
import { createTestRepository } from "./testing/test-repository";

/** Number of elements on the page, including shadow trees. */
function countNodes(): number {
  const within = (root: ParentNode): number =>
    [...root.querySelectorAll("*")].reduce((sum, each) => sum + 1 + (each.shadowRoot ? within(each.shadowRoot) : 0), 0);
  return within(document);
}

/** Only lines near the viewport are rendered, regardless of the size of the diff. */
async function expectFewNodes(page: Page): Promise<void> {
  expect(await page.evaluate(countNodes)).toBeLessThan(5_000);
}

/** Scrolls to the top or bottom of the diff. */
async function scrollTo(page: Page, end: "top" | "bottom"): Promise<void> {
  await page.getByRole("region", { name: "Changes", exact: true }).evaluate((region, to) => {
    const scroller = [...region.querySelectorAll("*")].find((each) => each.scrollHeight > each.clientHeight + 1);
    scroller?.scrollTo({ top: to === "top" ? 0 : scroller.scrollHeight, behavior: "instant" });
  }, end);
}

test("3,000 files: the last file is reachable by tree, filter, find and scrolling", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const pull = await demoPull(app, "Add 3,000 recorded orders");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${pull.number}?tab=files`);
  await expect(page.getByText("3,000 files in version 1")).toBeVisible();
  const tree = page.getByRole("tree", { name: "Changed files" });
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expectFewNodes(page);

  await tree.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const last = await tree.getByRole("treeitem", { selected: true }).getAttribute("title");
  const head = (path: string | null) => changes.getByRole("heading", { level: 3, name: path ?? "" });
  await expect(head(last)).toBeInViewport();
  await expectFewNodes(page);

  const far = "2742";
  await page.keyboard.press("t");
  await page.keyboard.type(far);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`at=.*${far}`));
  await expect(changes.getByRole("heading", { level: 3, name: new RegExp(far) })).toBeInViewport();

  // Find searches all files, including those never rendered.
  await page.keyboard.press("Control+f");
  await page.keyboard.type('"country": "');
  await expect(page.getByText("1 of 3000", { exact: true })).toBeVisible();
  await page.keyboard.press("Shift+Enter");
  await expect(head(last)).toBeInViewport();
  await page.keyboard.press("Escape");
  await scrollTo(page, "top");
  await expect(changes.getByRole("heading", { level: 3 }).first()).not.toHaveText(last ?? "");
  await scrollTo(page, "bottom");
  await expect(head(last)).toBeInViewport();
  await expectFewNodes(page);
});

test("one file of 50,000 lines: a line is reachable by link, find and scrolling, and can be commented on", {
  tag: "@long",
}, async ({ page, app }) => {
  const repository = await createTestRepository(app, "long-file", { "long.txt": "first\nlast\n" });
  const middle = Array.from({ length: 50_000 }, (_, index) => `row ${index + 2}\n`).join("");
  const before = Array.from({ length: 300 }, (_, index) => `before ${index + 1}\n`).join("");
  await repository.commit("work", { "before.txt": before, "long.txt": `first\n${middle}last\n` }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "A very long file", head: "work" });
  await repository.remove();
  await signIn(page, app);
  const line = (number: number) => page.getByRole("group", { name: `Added line ${number}`, exact: true });
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R49000:long.txt"));
  await expect(line(49_000)).toBeInViewport();
  await expect(line(49_000)).toContainText("row 49000");
  await expectFewNodes(page);

  await page.keyboard.press("Control+f");
  await page.keyboard.type("row 31415");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(line(31_415)).toBeInViewport();
  await page.keyboard.press("Escape");
  await scrollTo(page, "top");
  await expect(line(2)).toBeInViewport();
  await scrollTo(page, "bottom");
  await expect(line(50_001)).toBeInViewport();
  await expectFewNodes(page);

  // Comments on a found line in split layout.
  await page.keyboard.press("m");
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("row 27182");
  await expect(line(27_182)).toBeInViewport();
  await page.keyboard.press("Escape");
  // Comments while scrolled away: first above the line, then below it.
  await scrollTo(page, "top");
  await expect(line(2)).toBeInViewport();
  await page.keyboard.press("c");
  const comment = page.getByLabel("Comment on long.txt, line 27182");
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport();
  await page.keyboard.type("Here, of all places");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(comment).toHaveCount(0);
  await expect(page.getByText("Here, of all places")).toBeInViewport();
  await scrollTo(page, "bottom");
  await expect(line(50_001)).toBeInViewport();
  await page.keyboard.press("c");
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(comment).toHaveCount(0);
  await expectFewNodes(page);

  // In a file that is already rendered, the form mounts before its line.
  await page.goto(repository.pullUrl(pull, "?tab=files&at=R200:before.txt"));
  await expect(line(200)).toBeInViewport();
  await scrollTo(page, "top");
  await expect(line(2)).toBeInViewport();
  await page.keyboard.press("c");
  const draft = page.getByLabel("Comment on before.txt, line 200");
  await expect(draft).toBeFocused();
  await page.keyboard.type("Unfinished");
  await page.keyboard.press("Escape");
  await expect(draft).not.toBeFocused();
  await page.keyboard.press("c");
  await expect(draft).toBeFocused();
  await draft.fill("");
  await page.keyboard.press("Escape");

  // Folding a file from its middle keeps its header in view.
  const viewed = page.getByRole("checkbox", { name: "Viewed before.txt" });
  await expect(line(200)).toBeInViewport();
  await page.keyboard.press("v");
  await expect(viewed).toBeChecked();
  await expect(viewed).toBeInViewport();
  await page.keyboard.press("m");
});
