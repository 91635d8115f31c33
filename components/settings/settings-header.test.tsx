import { cleanup, render, screen, within } from "@testing-library/react";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, expect, it } from "vitest";
import { SettingsHeader } from "./settings-header";

afterEach(cleanup);

function show(pathname: string) {
  cleanup();
  render(
    <PathnameContext value={pathname}>
      <SettingsHeader />
    </PathnameContext>,
  );
  const crumbs = screen.queryByRole("navigation", { name: "Breadcrumbs" });
  return {
    title: screen.getByRole("heading", { level: 1 }).textContent,
    parents: crumbs
      ? within(crumbs)
          .getAllByRole("link")
          .map((link) => link.textContent)
      : [],
  };
}

it("names the section, and the pages above it as breadcrumbs", () => {
  expect(show("/settings/keys")).toEqual({ title: "Keys", parents: ["Settings"] });
  expect(show("/settings/apps/app_1")).toEqual({ title: "Details", parents: ["Settings", "Apps"] });
  expect(show("/settings/unknown")).toEqual({ title: "Settings", parents: [] });
});
