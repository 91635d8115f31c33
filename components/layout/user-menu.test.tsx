import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ThemeProvider } from "next-themes";
import { afterEach, expect, it } from "vitest";
import { UserMenu } from "./user-menu";

afterEach(cleanup);

it("shows which theme is chosen", async () => {
  const user = { name: "Ada", email: "ada@example.com", role: "admin" } as const;
  render(
    <ThemeProvider attribute="data-theme" defaultTheme="system">
      <UserMenu user={user} onShortcuts={() => undefined} />
    </ThemeProvider>,
  );
  const checked = async () => {
    await userEvent.click(screen.getByRole("button", { name: /Ada/ }));
    const themes = await screen.findAllByRole("menuitemradio");
    return themes.filter((each) => each.getAttribute("aria-checked") === "true").map(({ textContent }) => textContent);
  };
  expect(await checked()).toEqual(["System"]);
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Dark" }));
  expect(await checked()).toEqual(["Dark"]);
});
