import { readFile } from "node:fs/promises";

export interface Account {
  uid: number;
  gid: number;
}

/**
 * The unprivileged account the database runs as when this process is root (PostgreSQL refuses to run as root):
 * `postgres` where it exists, else `nobody`. `undefined` when this process is not root.
 */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error("started as root, and neither the account postgres nor nobody exists to run the database as");
}
