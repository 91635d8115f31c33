import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Content } from "@/lib/contract/hosting/contents/content";
import { FileView } from "./file-view";
import { FolderList } from "./folder-list";

afterEach(cleanup);

const file = (name: string, content: string | Uint8Array): Content => ({
  type: "file",
  encoding: "base64",
  size: String(content.length),
  name,
  path: name,
  sha: "1".repeat(40),
  content: Buffer.from(content).toString("base64"),
});

const show = (content: Content) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FileView content={content} />
    </QueryClientProvider>,
  );

it("shows text with line numbers, and markup as text", () => {
  show(file("a.html", "<script>alert(1)</script>\nsecond\n"));
  expect(screen.getByText("2 lines", { exact: false })).toBeTruthy();
  expect(document.querySelector("pre script")).toBeNull();
  expect(screen.getByRole("region", { name: "Lines" }).textContent).toContain("<script>alert(1)</script>");
});

it("detects binary files and bidirectional control characters", () => {
  show(file("logo.png", new Uint8Array([137, 80, 78, 71, 0])));
  expect(screen.getByText("Binary file")).toBeTruthy();
  cleanup();
  show(file("a.js", "if (admin\u202e) {}"));
  expect(screen.getByRole("alert").textContent).toContain("bidirectional");
});

it("lists folders first and escapes hostile names in links", () => {
  const entry = (type: "file" | "dir", name: string): Content => ({ type, size: "1", name, path: name, sha: name });
  const entries = [entry("file", "javascript:alert(1)"), entry("file", "a&ref=x#?"), entry("dir", "src")];
  const location = { revision: "a/b", path: "" };
  render(<FolderList name={{ ownerSlug: "demo", repoName: "orders" }} location={location} entries={entries} />);
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "/repositories/demo/orders?ref=a%2Fb&path=src",
    "/repositories/demo/orders?ref=a%2Fb&path=javascript%3Aalert%281%29",
    "/repositories/demo/orders?ref=a%2Fb&path=a%26ref%3Dx%23%3F",
  ]);
});
