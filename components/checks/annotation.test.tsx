import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";
import { paths } from "@/lib/model/paths";
import { Annotation } from "./annotation";

afterEach(cleanup);

const annotation: CheckRunAnnotation = {
  id: "1",
  checkRunId: "run",
  annotationLevel: "failure",
  message: "expected **33** <img src=x onerror=alert(1)> [why](javascript:alert(1))",
  rawDetails: "**stars** <b>tags</b>",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  location: { path: "src/sum.js", startLine: 4, endLine: 6 },
};

it("renders the message as sanitized Markdown and the details as plain text (H-ANN-14)", () => {
  const { container } = render(<Annotation annotation={annotation} by="unit" />);
  expect(container.querySelector("strong")?.textContent).toBe("33");
  expect(container.querySelector("img, script, [onerror]")).toBeNull();
  expect(container.innerHTML).not.toContain("javascript:");
  const details = container.querySelector("pre");
  expect(details?.textContent).toBe("**stars** <b>tags</b>");
  expect(details?.children.length).toBe(0);
  expect(screen.getByRole("listitem").textContent).toContain("unitsrc/sum.js:4–6");
});

it("links its lines where they aren't next to it", () => {
  const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
  const href = paths.pullLines(name, { path: "src/sum.js", side: "right", startLine: 4, endLine: 6 });
  render(<Annotation annotation={annotation} href={href} />);
  expect(screen.getByRole("link", { name: "src/sum.js:4–6" }).getAttribute("href")).toBe(href);
  cleanup();
  render(<Annotation annotation={{ ...annotation, message: "Plain", location: undefined }} />);
  expect(screen.queryByRole("link")).toBeNull();
});

it("shows an unknown level as is", () => {
  render(<Annotation annotation={{ ...annotation, annotationLevel: "constructor" }} />);
  expect(screen.getByRole("listitem").textContent).toContain("constructor");
});
