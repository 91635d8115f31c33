import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { judgeEnvironmentFile } from "./judge-environment-file";
import { judgeWithoutBlocking } from "./judge-without-blocking";

const path = ".svc/environment.json";
const list = (item: string, count: number) => Array.from({ length: count }, () => item).join();
const files = {
  "names of properties": `{${list('"a":1', 160_000)}}`,
  ports: `{"ports":[${list('{"port":80}', 75_000)}]}`,
  terminals: `{"terminals":[${list('{"name":"a","command":"b"}', 35_000)}]}`,
  entries: `{"repositoryDependencies":[${list('"a"', 200_000)}]}`,
};

describe("judging an environment file", () => {
  it.each(Object.entries(files))("of up to 1 MB lets other requests continue: %s", async (_shape, text) => {
    const bytes = Buffer.from(text);
    let turns = 0;
    let judged = false;
    const others = (async () => {
      for (; !judged; turns += 1) await nextTurn();
    })();
    const judgment = await judgeWithoutBlocking(bytes, path);
    judged = true;
    await others;
    expect(turns).toBeGreaterThan(10);
    expect(judgment).toEqual(judgeEnvironmentFile(bytes, path));
  });

  it("finds the same in small files", async () => {
    for (const text of ['{ "install": "a" }', '{ "instal": "a" }', "", "\0"]) {
      const bytes = Buffer.from(text);
      expect(await judgeWithoutBlocking(bytes, path)).toEqual(judgeEnvironmentFile(bytes, path));
    }
  });
});
