import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environmentDraft } from "./drafts";
import { EnvironmentForm } from "./environment-form";
import { useDocument } from "./use-document";

function Harness({ text }: { text: string }) {
  const base = { text, headSha: "a".repeat(40) };
  const file = useDocument({ name: "acme/x@main:f", path: ".svc/environment.json", base, text });
  return (
    <>
      <EnvironmentForm file={file} />
      <pre data-testid="text">{file.text}</pre>
      <button type="button" onClick={() => file.setText("{ oops")}>
        break
      </button>
    </>
  );
}

const text = () => screen.getByTestId("text").textContent;

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("the environment form", () => {
  it("sets, changes and removes a property and keeps comments", async () => {
    const user = userEvent.setup();
    render(<Harness text={'{\n  // keep me\n  "user": "root" // and me\n}\n'} />);
    await user.type(screen.getByRole("textbox", { name: "install" }), "npm ci");
    expect(text()).toBe('{\n  // keep me\n  "user": "root", // and me\n  "install": "npm ci"\n}\n');
    await user.clear(screen.getByRole("textbox", { name: "user" }));
    await user.tab();
    expect(text()).toBe('{\n  // keep me\n  // and me\n  "install": "npm ci"\n}\n');
    await user.click(screen.getByRole("button", { name: "Remove install" }));
    expect(text()).toBe("{\n  // keep me\n  // and me\n}\n");
  });

  it("adds and removes items and shows errors at their fields", async () => {
    const user = userEvent.setup();
    render(<Harness text="{}" />);
    await user.click(screen.getByRole("button", { name: "Add port" }));
    const port = screen.getByRole("textbox", { name: "port" });
    await user.clear(port);
    await user.type(port, "99999");
    expect(port.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("ports[0].port must be 1 to 65535, not 99999.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Add terminal" }));
    const terminal = within(screen.getByRole("group", { name: "terminal 1" }));
    await user.type(terminal.getByRole("textbox", { name: "command" }), "npm run dev");
    expect(text()).toContain('{ "command": "npm run dev" }');
    await user.click(screen.getByRole("button", { name: "Remove port 1" }));
    expect(text()).toContain('"ports": []');
  });

  it("shows choices, and booleans given as strings", async () => {
    const user = userEvent.setup();
    render(<Harness text={'{ "enable_testing": "false" }'} />);
    const testing = screen.getByRole<HTMLSelectElement>("combobox", { name: "enable_testing" });
    expect(testing.value).toBe("false");
    await user.selectOptions(testing, "true");
    expect(text()).toBe('{ "enable_testing": true }');
    await user.selectOptions(screen.getByRole("combobox", { name: "egressMode" }), "allow_all");
    expect(text()).toBe('{ "enable_testing": true, "egressMode": "allow_all" }');
  });

  it("is disabled while the text can't be parsed", async () => {
    const user = userEvent.setup();
    render(<Harness text="{}" />);
    await user.click(screen.getByRole("button", { name: "break" }));
    expect(screen.getByRole("status").textContent).toContain("Fix the JSON to use the form");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "install" }).disabled).toBe(true);
  });

  it("restores an earlier draft and saves edits when the page closes", async () => {
    const user = userEvent.setup();
    const base = { text: "{}", headSha: "b".repeat(40) };
    environmentDraft("acme/x@main:f").write({ text: '{ "name": "draft" }', base, savedAt: 1 });
    const { unmount } = render(<Harness text="{}" />);
    expect(text()).toBe('{ "name": "draft" }');
    await user.type(screen.getByRole("textbox", { name: "name" }), "!");
    unmount();
    expect(environmentDraft("acme/x@main:f").read()).toMatchObject({
      text: '{ "name": "draft!" }',
      // The branch moved without changing the file, so the draft is rebased.
      base: { text: "{}", headSha: "a".repeat(40) },
    });
  });
});
