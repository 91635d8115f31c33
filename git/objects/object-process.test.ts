import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git, temporaryFolder } from "../testing/git-fixture";
import { storeObject } from "../testing/tree-bomb";
import { startObjectProcess } from "./object-process";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await git(folder.path, "init", "--quiet", "--bare", ".");
});
afterAll(() => folder.remove());

describe("an object process", () => {
  it("drops contents over the limit and stays in sync with later requests", async () => {
    const large = await storeObject(folder.path, "blob", Buffer.alloc(500_000, "a"));
    const small = await storeObject(folder.path, "blob", Buffer.from("small"));
    const objects = startObjectProcess(folder.path);
    try {
      expect(
        await Promise.all([
          objects.contentsUpTo(large, 100_000),
          objects.contentsUpTo(small, 5),
          objects.contentsUpTo(small, 4),
          objects.info(large),
          objects.contentsUpTo("1".repeat(40), 5),
        ]),
      ).toEqual([
        { type: "blob", size: 500_000 },
        { type: "blob", size: 5, content: Buffer.from("small") },
        { type: "blob", size: 5 },
        { type: "blob", size: 500_000 },
        undefined,
      ]);
      expect((await objects.contents(large))?.content).toHaveLength(500_000);
    } finally {
      objects.close();
    }
  });
});
