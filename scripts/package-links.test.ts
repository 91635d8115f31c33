import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { trace } from "@opentelemetry/api";
import pg from "pg";
import wasm from "shiki/wasm";
import { expect, it } from "vitest";
import { replacePackageLinks } from "./package-links.mjs";

it("replaces links to packages with modules that have the same exports", async () => {
  // Below the project, so that packages are found.
  mkdirSync(join(import.meta.dirname, "..", "dist"), { recursive: true });
  const folder = mkdtempSync(join(import.meta.dirname, "..", "dist", "links-"));
  try {
    for (const name of ["pg", "shiki"]) symlinkSync(`../../node_modules/${name}`, join(folder, `${name}-1a2b`));
    mkdirSync(join(folder, "@opentelemetry"));
    symlinkSync("../../../node_modules/@opentelemetry/api", join(folder, "@opentelemetry", "api-1a2b"));
    await replacePackageLinks(folder);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    const require = createRequire(join(folder, "x.js"));
    expect(require(join(folder, "pg-1a2b", "index.cjs"))).toBe(pg);
    expect(require(join(folder, "@opentelemetry", "api-1a2b", "index.cjs")).trace).toBe(trace);
    const shiki = await import(pathToFileURL(join(folder, "shiki-1a2b", "core.mjs")).href);
    expect(shiki.createHighlighterCore).toBeTypeOf("function");
    expect((await import(pathToFileURL(join(folder, "shiki-1a2b", "wasm.mjs")).href)).default).toBe(wasm);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
