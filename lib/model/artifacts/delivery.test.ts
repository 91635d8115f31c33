import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryOf, pathProblem } from "./delivery";

describe("how an artifact is delivered", () => {
  it.each([
    ["artifacts/a.PNG", "image", "image/png"],
    ["artifacts/a.b/demo.mp4", "video", "video/mp4"],
    ["artifacts/report.pdf", "pdf", "application/pdf"],
    ["artifacts/README.md", "markdown", "text/plain; charset=utf-8"],
    ["artifacts/run.log", "text", "text/plain; charset=utf-8"],
    ["artifacts/page.html", "source", "text/plain; charset=utf-8"],
    ["artifacts/x.svg", "source", "text/plain; charset=utf-8"],
    ["artifacts/core", "none", "application/octet-stream"],
    ["artifacts/a.__proto__", "none", "application/octet-stream"],
    ["artifacts/evil.png.exe", "none", "application/octet-stream"],
  ])("%s", (path, kind, contentType) => {
    expect(deliveryOf(path)).toEqual({ kind, contentType });
  });

  it("is never an executable content type", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(deliveryOf(`artifacts/${name}`).contentType).not.toMatch(/html|svg|xml|javascript/);
      }),
    );
  });
});

describe("pathProblem", () => {
  it.each(["artifacts/a", "artifacts/a b/ü#?%2e.txt", "artifacts/..hidden", "artifacts/a//b", "artifacts/new\nline"])(
    "accepts %j",
    (path) => expect(pathProblem(path)).toBeUndefined(),
  );
  it.each([
    "",
    "artifacts",
    "artifacts/",
    "/artifacts/a",
    "secrets/a",
    "artifacts/../a",
    "artifacts/a/..",
    "artifacts/./a",
    "artifacts/a\0",
    `artifacts/${"a".repeat(5000)}`,
  ])("rejects %j", (path) => expect(pathProblem(path)).toBeDefined());
});
