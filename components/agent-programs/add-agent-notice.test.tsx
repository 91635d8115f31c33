import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { AddAgentNotice } from "./add-agent-notice";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it("stays dismissed in this browser", () => {
  render(<AddAgentNotice />);
  expect(screen.getByRole("link", { name: "Set up a coding agent" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("region", { name: "Set up" })).toBeNull();
  cleanup();
  render(<AddAgentNotice />);
  expect(screen.queryByRole("region", { name: "Set up" })).toBeNull();
});
