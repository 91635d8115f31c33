import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { projectRoot } from "@/lib/core/settings/project-root";

/** Folder of the demo repository's fixture; its README describes the files. */
export const fixtureFolder = join(projectRoot, "fixtures", "orders");

/** Reads and validates a JSON file of the fixture. Throws with the paths of what doesn't match. */
export async function readFixture<T extends z.ZodType>(name: string, schema: T): Promise<z.output<T>> {
  return schema.parse(JSON.parse(await readFile(join(fixtureFolder, name), "utf8")));
}
