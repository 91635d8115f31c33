import { expect, signIn, test } from "./testing/app";
import { checkPage } from "./testing/screenshots";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

let repository: TestRepository | undefined;
test.afterEach(() => repository?.remove());

test("pull requests of all repositories are searched and filtered, with filters in the URL", async ({ page, app }) => {
  repository = await createTestRepository(app, "elsewhere", { "a.txt": "one\n" });
  await repository.commit("work", { "a.txt": "two\n" }, "main");
  await repository.push("work");
  const pull = await repository.openPull({ title: "A zebra crossing", head: "work" });
  await repository.call("POST", "/labels", { name: "needs design", color: "8800cc" });
  await repository.call("POST", `/pulls/${pull.number}/labels`, { labels: ["needs design"] });
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls?repo=demo/orders`);
  await page.getByRole("combobox", { name: "Repository" }).selectOption("All repositories");
  const list = page.getByRole("list", { name: "Pull requests" });
  await expect(list.getByText(/demo\/elsewhere #1 by/)).toBeVisible();
  await expect(list.getByText(/demo\/orders #/).first()).toBeVisible();
  await checkPage(page, "pulls-all");

  await page.keyboard.press("/");
  await page.keyboard.type("zebra");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/repo=\*&q=zebra|q=zebra&repo=\*|repo=%2A/);
  await page.getByRole("searchbox", { name: "Label" }).fill("design");
  await page.keyboard.press("Enter");
  await expect(list.getByText("A zebra crossing")).toBeVisible();
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("radio", { name: "Needs my review" }).click();
  await expect(page.getByText("No matching pull requests")).toBeVisible();
  await page.getByRole("radio", { name: "Created by me" }).click();
  await expect(list.getByText("A zebra crossing")).toBeVisible();
  await list.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/pulls\/demo\/elsewhere\/1$/);
});
