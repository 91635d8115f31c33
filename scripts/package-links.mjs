// Prepares a build for an npm package, which can't contain links.
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./bundle.mjs";

/** Writes a package that exports everything `name` does, so that it can be imported by another name. */
async function writeAlias(folder, name) {
  const { type, exports } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
  const isModule = type === "module";
  const entries = Object.keys(typeof exports === "object" ? exports : { ".": "" }).filter(
    (key) => !/[*]|json$/.test(key),
  );
  const files = {};
  for (const entry of entries) {
    const target = entry.replace(/^\./, name);
    const file = `${entry === "." ? "./index" : entry}.${isModule ? "mjs" : "cjs"}`;
    const hasDefault = isModule && "default" in (await import(target).catch(() => ({})));
    const names = `export * from "${target}";\n${hasDefault ? `export { default } from "${target}";\n` : ""}`;
    const source = isModule ? names : `module.exports = require("${target}");\n`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
    files[entry] = file;
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ exports: files }));
}

/** Replaces the links in a build's `node_modules` with packages that work wherever the linked ones are installed. */
export async function replacePackageLinks(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = readlinkSync(path).split("node_modules/").at(-1);
    rmSync(path);
    await writeAlias(path, name);
  }
}
