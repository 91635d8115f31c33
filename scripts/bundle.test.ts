import { type BuildOptions, build } from "esbuild";
import { expect, it } from "vitest";
import { entries, nodeBundle, sourceFolders } from "./bundle.mjs";

it("programs are bundled again after a change in any folder they have code from", async () => {
  const silent: BuildOptions = { ...nodeBundle, platform: "node", format: "esm", logLevel: "silent" };
  const options = { ...silent, entryPoints: entries, packages: "external", outdir: "dist" } as const;
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const folders = Object.keys(metafile.inputs).map((path) => path.split("/")[0] ?? "");
  expect([...new Set(folders)].filter((each) => each !== "node_modules").sort()).toEqual(sourceFolders);
});
