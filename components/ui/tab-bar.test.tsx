import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TabBar } from "./tab-bar";

afterEach(cleanup);

it("selects a tab with a link in place, and leaves other clicks to the browser", () => {
  const onSelect = vi.fn();
  render(
    <TabBar
      label="Sections"
      tabs={[
        { name: "Agents", href: "/agents", current: true, onSelect: () => undefined },
        { name: "Pull requests", href: "/pulls", current: false, prefetch: false, onSelect },
      ]}
    />,
  );
  expect(screen.getByRole("link", { name: "Agents" }).getAttribute("aria-current")).toBe("page");
  const link = screen.getByRole("link", { name: "Pull requests" });
  expect(link.getAttribute("href")).toBe("/pulls");
  /** Clicks and returns whether the browser would follow the link. */
  const follows = (options: object) => {
    let isFollowed = false;
    const listen = (event: Event) => {
      isFollowed = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener("click", listen, { once: true });
    fireEvent.click(link, options);
    return isFollowed;
  };
  expect(follows({ ctrlKey: true })).toBe(true);
  expect(follows({ button: 1 })).toBe(true);
  expect(onSelect).not.toHaveBeenCalled();
  expect(follows({})).toBe(false);
  expect(onSelect).toHaveBeenCalledOnce();
});
