import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

it.each(["start", "dev", "service", "worker", "controller"])(
  "npm run %s passes signals on: its shell is replaced by the program",
  (name) => {
    expect(scripts[name]).toMatch(/^exec node /);
  },
);
