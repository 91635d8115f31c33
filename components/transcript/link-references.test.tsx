import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import MarkdownText from "./markdown";
import { MarkdownReferences } from "./markdown-links";

afterEach(cleanup);

const sha = "0123456789abcdef0123456789abcdef01234567";

function linksOf(text: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MarkdownReferences value={{ ownerSlug: "demo", repoName: "orders" }}>
        <MarkdownText text={text} />
      </MarkdownReferences>
    </QueryClientProvider>,
  );
  return screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
}

it("links pull requests and commits of the repository in the same tab", () => {
  expect(linksOf(`Follows #12, **#7** and ${sha}.`)).toEqual([
    ["#12", "/pulls/demo/orders/12"],
    ["#7", "/pulls/demo/orders/7"],
    ["01234567", `/repositories/demo/orders/commits/${sha}`],
  ]);
  expect(screen.getByRole("link", { name: "#12" }).hasAttribute("target")).toBe(false);
});

it("leaves code, links, headings' anchors and longer words alone", () => {
  const text = `\`#12\` [#13](https://example.com/#14) a#15 /x#16 #17a #0 ${sha}0\n\n    #18`;
  expect(linksOf(text)).toEqual([["#13", "https://example.com/#14"]]);
});

it("links nothing outside of a repository", () => {
  render(<MarkdownText text="See #12." />);
  expect(screen.queryByRole("link")).toBeNull();
});
