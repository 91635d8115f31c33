import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { usePageTitle } from "./use-page-title";

afterEach(cleanup);

function Page({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}

it("replaces the title once it is known, also when the page's own title arrives later", async () => {
  document.title = "#17 · orders · Slipway";
  const { rerender, unmount } = render(<Page title={undefined} />);
  expect(document.title).toBe("#17 · orders · Slipway");
  rerender(<Page title="Fix rounding #17 · orders" />);
  expect(document.title).toBe("Fix rounding #17 · orders · Slipway");
  document.title = "#17 · orders · Slipway";
  await waitFor(() => expect(document.title).toBe("Fix rounding #17 · orders · Slipway"));
  unmount();
  document.title = "Agents · Slipway";
  await Promise.resolve();
  expect(document.title).toBe("Agents · Slipway");
});
