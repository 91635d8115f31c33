import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Entry = z.object({ id: z.string(), workerId: z.string() });
export type JournalEntry = z.infer<typeof Entry>;

/**
 * On-disk record of claims whose worker hasn't started yet. If the controller is killed in between, it releases them at its
 * next start.
 */
export interface ClaimJournal {
  list(): Promise<JournalEntry[]>;
  add(entry: JournalEntry): Promise<void>;
  remove(entry: JournalEntry): Promise<void>;
}

export async function openClaimJournal(folder: string): Promise<ClaimJournal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = ({ workerId }: JournalEntry) => join(folder, `${workerId}.json`);
  return {
    async list() {
      const entries: JournalEntry[] = [];
      for (const name of (await readdir(folder)).filter((each) => each.endsWith(".json"))) {
        const text = await readFile(join(folder, name), "utf8");
        entries.push(Entry.parse(JSON.parse(text)));
      }
      return entries;
    },
    async add(entry) {
      await writeFile(`${file(entry)}.new`, JSON.stringify(entry), { mode: 0o600 });
      await rename(`${file(entry)}.new`, file(entry));
    },
    remove: (entry) => rm(file(entry), { force: true }),
  };
}
