import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Entry = z.object({ id: z.string(), workerId: z.string() });
export type JournalEntry = z.infer<typeof Entry>;

/**
 * Claims whose worker is not started yet, on disk: a controller that is killed in between finds them at its next start
 * and gives them back.
 */
export interface ClaimJournal {
  left(): Promise<JournalEntry[]>;
  note(entry: JournalEntry): Promise<void>;
  strike(entry: JournalEntry): Promise<void>;
}

export async function openClaimJournal(folder: string): Promise<ClaimJournal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = ({ workerId }: JournalEntry) => join(folder, `${workerId}.json`);
  return {
    async left() {
      const entries: JournalEntry[] = [];
      for (const name of (await readdir(folder)).filter((each) => each.endsWith(".json"))) {
        const text = await readFile(join(folder, name), "utf8");
        entries.push(Entry.parse(JSON.parse(text)));
      }
      return entries;
    },
    async note(entry) {
      await writeFile(`${file(entry)}.new`, JSON.stringify(entry), { mode: 0o600 });
      await rename(`${file(entry)}.new`, file(entry));
    },
    strike: (entry) => rm(file(entry), { force: true }),
  };
}
