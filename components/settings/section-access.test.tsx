import { cleanup, render, screen } from "@testing-library/react";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, expect, it } from "vitest";
import type { Role } from "@/lib/contract/operation";
import { SectionAccess } from "./section-access";

afterEach(cleanup);

function show(pathname: string, role: Role): string {
  cleanup();
  render(
    <PathnameContext value={pathname}>
      <SectionAccess role={role}>
        <p>The section</p>
      </SectionAccess>
    </PathnameContext>,
  );
  return screen.queryByText("The section") ? "shown" : (screen.getByText(/^You need/).textContent ?? "");
}

it("shows sections that the user's role can open, and says which role the others need", () => {
  expect(show("/settings/users", "admin")).toBe("shown");
  expect(show("/settings/keys", "viewer")).toBe("shown");
  expect(show("/settings/variables", "operator")).toBe("shown");
  expect(show("/settings/variables", "viewer")).toBe("You need the Operator role to open Variables.");
  expect(show("/settings/agents", "operator")).toBe("You need the Admin role to open Agents.");
  expect(show("/settings/apps/app_1", "viewer")).toBe("You need the Admin role to open Apps.");
});
