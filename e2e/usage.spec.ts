import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { expect, signIn, test } from "./testing/app";
import { createFinishedAgent } from "./testing/run-agent";

const number = (text: string | null) => Number((text ?? "").replace(/[^0-9]/g, ""));

// A separate app: a run that another test crashed would have unknown usage.
test.use({ environment: { LOG_LEVEL: "trace" } });

test("usage can be grouped, filtered by date, priced, and exported", { tag: "@long" }, async ({ page, app }) => {
  const ids = [await createFinishedAgent(app, "Count these tokens."), await createFinishedAgent(app, "And these.")];
  await signIn(page, app);
  await page.goto(`${app.webUrl}/usage`);
  const table = page.getByRole("region", { name: /^Usage by/ });
  const totalRow = table.getByRole("row", { name: /^Total/ });
  const cellOf = async (row: Locator, column: string) => {
    const names = await table.getByRole("columnheader").allTextContents();
    return number(
      await row
        .getByRole("cell")
        .nth(names.indexOf(column) - 1)
        .textContent(),
    );
  };
  await expect.poll(() => cellOf(totalRow, "Runs")).toBeGreaterThan(1);

  await test.step("every grouping adds up to the same total", async () => {
    await expect(page.getByText("Unknown usage", { exact: true })).toHaveCount(0);
    const total = await cellOf(totalRow, "Total tokens");
    expect(total).toBeGreaterThan(0);
    for (const by of ["Repository", "Model", "Environment", "Agent"]) {
      await page.getByRole("radio", { name: by }).click();
      await expect(page.getByRole("region", { name: `Usage by ${by.toLowerCase()}` })).toBeVisible();
      const added = async () => {
        let tokens = 0;
        for (const row of await table.locator("tbody tr").all()) tokens += await cellOf(row, "Total tokens");
        return tokens;
      };
      await expect.poll(added).toBe(total);
    }
    await expect(page).toHaveURL(/by=agent/);
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: "Environment" })).toBeChecked();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("an agent's runs open by keyboard", async () => {
    await table
      .getByRole("button", { name: /^Runs of/ })
      .first()
      .press("Enter");
    await expect(table.getByText("Run status:").first()).toBeAttached();
    await expect(table.getByRole("link").first()).toHaveAttribute("href", /^\/agents\/bc-/);
    await expect(table.getByRole("link", { name: /^Run status:/ }).first()).toHaveAttribute("href", /\?run=/);
  });

  await test.step("the chart's data is also shown as a table", async () => {
    await page.getByText("Show as table").click();
    await expect(page.getByRole("region", { name: "Tokens over time" }).getByRole("row")).not.toHaveCount(0);
  });

  await test.step("costs are estimated from the admin's price table", async () => {
    await expect(page.getByText("No prices set")).toBeVisible();
    await page.getByRole("button", { name: "Set prices" }).click();
    await page.getByRole("textbox", { name: "Currency" }).fill("usd");
    await expect(page.getByRole("textbox", { name: "Currency" })).toHaveValue("USD");
    await page.getByRole("button", { name: "Add price" }).click();
    await page.getByRole("combobox", { name: "Model, price 2" }).fill("removed-model");
    await page.getByRole("button", { name: "Remove price 2" }).click();
    await expect(page.getByRole("combobox", { name: /^Model, price/ })).toHaveCount(1);
    await page.getByRole("combobox", { name: "Model, price 1" }).fill("*");
    for (const kind of ["Input", "Output", "Cache write", "Cache read"]) {
      await page.getByRole("textbox", { name: `${kind}, price 1` }).fill(kind === "Input" ? "much" : "1000");
    }
    await page.getByRole("button", { name: "Save prices" }).click();
    await expect(page.getByText("must be a number such as 3 or 0.25")).toBeVisible();
    await page.getByRole("textbox", { name: "Input, price 1" }).fill("1000");
    await page.getByRole("button", { name: "Save prices" }).click();
    await expect(page.getByText("Based on your price table")).toBeVisible();
    await expect(page.getByText(/≈ [0-9.,]+ USD/).first()).toBeVisible();
    await expect(table.getByRole("columnheader").nth(1)).toHaveText("Estimated cost");
    await expect(page.getByText("Estimated cost by day, UTC")).toBeVisible();
    await page.getByRole("radio", { name: "Tokens" }).click();
    await expect(page.getByText("Tokens by day, UTC")).toBeVisible();
    await expect(page).toHaveURL(/chart=tokens/);
  });

  await test.step("the URL contains the range, which limits the export", async () => {
    const [all] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
    const csv = await readFile(await all.path(), "utf8");
    for (const id of ids) expect(csv).toContain(id);
    expect(csv).toContain("estimate_usd");
    await page.getByRole("textbox", { name: "From" }).fill("2020-01-01");
    await page.getByRole("textbox", { name: "To", exact: true }).fill("2020-01-02");
    await expect(page).toHaveURL(/from=2020-01-01&.*to=2020-01-02/);
    await expect(page.getByText("No runs in this range")).toBeVisible();
    for (const days of ["7 days", "90 days"]) {
      const button = page.getByRole("button", { name: days });
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", "true");
    }
    await expect(page).toHaveURL(/from=/);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect(page).not.toHaveURL(/from=/);
    await expect(totalRow).toBeVisible();
  });

  await test.step("reports an unreachable dashboard, and loads the data once it is back", async () => {
    app.disconnect();
    // A range that wasn't loaded before.
    await page.getByRole("textbox", { name: "From" }).fill("2019-05-05");
    await expect(page.getByText("Couldn't reach the dashboard.").first()).toBeVisible();
    await expect(page.getByText("Couldn't load usage.")).toBeVisible();
    app.reconnect();
    await expect(page.getByText("Couldn't reach the dashboard.")).toHaveCount(0);
    await expect(totalRow).toBeVisible();
  });
});
