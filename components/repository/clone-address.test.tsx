import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CloneAddress } from "./clone-address";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["http://127.0.0.1:4100/Demo/Orders.git", "https://git.example.com/scm/a/b/c/demo~orders?region=eu"])(
  "H-REPO-03 shows and copies %s unchanged",
  async (cloneUrl) => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    render(<CloneAddress cloneUrl={cloneUrl} />);
    expect(screen.getByText(cloneUrl)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Copy clone URL" }));
    await waitFor(() => expect(writeText.mock.calls).toEqual([[cloneUrl]]));
    await screen.findByRole("button", { name: "Copied clone URL" });
  },
);
