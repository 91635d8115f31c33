import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { projectRoot } from "@/lib/core/settings/project-root";

/** Folder with the demo fixture. Its README describes the files. */
export const fixtureFolder = join(projectRoot, "fixtures", "orders");

/** Reads and validates a JSON file of the fixture. Throws a ZodError with the paths of invalid fields. */
export async function readFixture<T extends z.ZodType>(name: string, schema: T): Promise<z.output<T>> {
  return schema.parse(JSON.parse(await readFile(join(fixtureFolder, name), "utf8")));
}
