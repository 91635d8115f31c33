import { type SQL, sql } from "drizzle-orm";
import { agents } from "./index-schema";

/** The text of all pull request URLs of an agent. */
export const pullUrls = sql<string>`concat(${agents.branches}::text, ${agents.repos}::text)`;

/** Escapes text for a LIKE pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Agents whose branches or repositories name one of these pull requests. */
export function referencesPull({
  owner,
  name,
  pulls,
}: {
  owner: string;
  name: string;
  pulls: readonly string[] | "any";
}): SQL {
  const start = `%/${literally(`${owner}/${name}`)}/pull`;
  if (pulls === "any") return sql`${pullUrls} ilike ${`${start}%`}`;
  const patterns = pulls.flatMap((number) => [`${start}/${literally(number)}"%`, `${start}s/${literally(number)}"%`]);
  return sql`${pullUrls} ilike any(${sql.param(patterns)}::text[])`;
}
