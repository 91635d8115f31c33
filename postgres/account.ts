import { readFile } from "node:fs/promises";

export interface Account {
  uid: number;
  gid: number;
}

/**
 * Returns the unprivileged account for the database if this process is root, because PostgreSQL can't run as root:
 * `postgres` if it exists, otherwise `nobody`. Returns `undefined` if this process isn't root.
 */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error("PostgreSQL can't run as root, and neither the postgres nor the nobody account exists");
}
