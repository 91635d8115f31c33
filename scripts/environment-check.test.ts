import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSlipway } from "./testing/run-slipway";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-environment-"));
  await mkdir(join(folder, ".svc"));
  await writeFile(join(folder, ".svc/environment.json"), '{\n  // base\n  "install": "npm ci"\n}\n');
  await writeFile(join(folder, "broken.json"), '\uFEFF{\r\n  "instal": "x",\r\n  "ports": [{ "port": 0 }]\r\n}\r\n');
  await writeFile(join(folder, "odd.json"), '{ "snapshot": "s", "image": "i" }');
  await writeFile(join(folder, "bytes.json"), new Uint8Array([0x7b, 0xff, 0x7d]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const slipway = (args: readonly string[], input = "") => runSlipway(["environment", ...args], { cwd: folder, input });

describe("slipway environment check", () => {
  it("exits with 0 for a valid file, with or without warnings", async () => {
    expect(await slipway(["check", ".svc/environment.json"])).toMatchObject({
      code: 0,
      output: ".svc/environment.json: valid (0 errors, 0 warnings)\n",
    });
    const { code, output } = await slipway(["check", "odd.json"]);
    expect([code, output.split("\n")[0]]).toEqual([
      0,
      'odd.json:1:20: warning: "image" has no effect because the snapshot is the base. [snapshot-wins]',
    ]);
  });

  it("exits with 1 for an invalid file and prints line and column", async () => {
    const { code, output } = await slipway(["check", "broken.json", ".svc/environment.json"]);
    expect(code).toBe(1);
    expect(output.split("\n")).toEqual([
      'broken.json:2:3: error: Unknown property "instal". Did you mean "install"? [unknown-property]',
      "broken.json:3:23: error: ports[0].port must be 1 to 65535, not 0. [out-of-range]",
      "broken.json: invalid (2 errors, 0 warnings)",
      ".svc/environment.json: valid (0 errors, 0 warnings)",
      "",
    ]);
  });

  it("exits with 2 for an unreadable file, even if another is invalid", async () => {
    const { code, output } = await slipway(["check", "broken.json", "nowhere.json"]);
    expect(code).toBe(2);
    expect(output).toMatch(/^nowhere\.json: can't read file: ENOENT/m);
  });

  it("exits with 1 for a file that isn't UTF-8", async () => {
    const { code, output } = await slipway(["check", "bytes.json"]);
    expect([code, output.split("\n")[0]]).toEqual([
      1,
      "bytes.json:1:2: error: The file isn't valid UTF-8: invalid byte at offset 1. [not-utf-8]",
    ]);
  });

  it("writes JSON", async () => {
    const { code, output } = await slipway(["check", "--format", "json", "broken.json", "nowhere.json"]);
    expect(code).toBe(2);
    expect(JSON.parse(output)).toMatchObject([
      {
        file: "broken.json",
        valid: false,
        diagnostics: [
          {
            code: "unknown-property",
            path: "instal",
            range: { start: { line: 2, column: 3, offset: 6 }, end: { line: 2, column: 11, offset: 14 } },
            fix: "Rename to install",
          },
          { code: "out-of-range", path: "ports[0].port" },
        ],
      },
      { file: "nowhere.json", unreadable: expect.stringMatching(/ENOENT/) },
    ]);
  });

  it("writes GitHub annotations", async () => {
    const { code, output } = await slipway(["check", "-f", "github", "broken.json", "odd.json"]);
    expect(code).toBe(1);
    expect(output.split("\n")).toEqual([
      '::error file=broken.json,line=2,endLine=2,col=3,endColumn=10,title=unknown-property::Unknown property "instal". Did you mean "install"?',
      "::error file=broken.json,line=3,endLine=3,col=23,endColumn=23,title=out-of-range::ports[0].port must be 1 to 65535, not 0.",
      '::warning file=odd.json,line=1,endLine=1,col=20,endColumn=26,title=snapshot-wins::"image" has no effect because the snapshot is the base.',
      "",
    ]);
  });

  it("warns about a file that agents don't read", async () => {
    const { code, error } = await slipway(["check", ".svc/environment.json", "odd.json"]);
    expect(code).toBe(0);
    expect(error).toBe("slipway: warning: agents read environment.json only, so odd.json has no effect\n");
  });

  it("reads standard input", async () => {
    expect((await slipway(["check", "-"], "{}")).code).toBe(0);
    expect((await slipway(["check", "-"], "[")).code).toBe(1);
  });

  it.each([[[]], [["check"]], [["lint", "x"]], [["check", "--format", "xml", "x"]], [["check", "--frmat", "x"]]])(
    "prints its usage and exits with 2 for %j",
    async (args) => {
      expect(await slipway(args)).toMatchObject({ code: 2, output: "", error: expect.stringContaining("Usage:") });
    },
  );
});
