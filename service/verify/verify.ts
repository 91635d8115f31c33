import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { createRepositoryStore } from "@/git/repository-store";
import type { WithGit } from "@/git/with-git";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import { readSettings } from "@/lib/core/settings/settings";
import { counted } from "@/lib/model/plural";
import { openDatabase } from "@/postgres/database";
import type { Context } from "../core/context";
import { withDatabaseServer } from "../core/store/database-server";
import { checkArtifacts } from "./check-artifacts";
import { checkPullRequests } from "./check-pull-requests";
import { checkRepositories } from "./check-repositories";
import { checkRuns } from "./check-runs";
import type { Problem } from "./problem";

/** Finds inconsistencies between the database, git and files. Read-only. */
export async function verify(
  context: Pick<Context, "db" | "settings"> & Pick<WithGit, "repositories">,
): Promise<{ checked: string; problems: Problem[] }> {
  const problems: Problem[] = [];
  const report = (subject: string, detail: string) => void problems.push({ subject, detail });
  const agents = await checkRuns(context, report);
  const repositories = await checkRepositories(context, report);
  const pulls = await checkPullRequests(context, report);
  const artifacts = await checkArtifacts(context, report);
  return {
    checked: [
      counted(repositories, "repository", "repositories"),
      counted(pulls, "pull request"),
      counted(agents, "agent"),
      counted(artifacts, "artifact"),
    ].join(", "),
    problems,
  };
}

/** Prints one line per problem and a summary. Returns the exit code. */
export function printReport({ checked, problems }: Awaited<ReturnType<typeof verify>>): number {
  for (const { subject, detail } of problems) process.stdout.write(`${subject}: ${detail}\n`);
  const summary = problems.length === 0 ? "no problems found" : `${counted(problems.length, "problem")} found`;
  process.stdout.write(`${checked}: ${summary}\n`);
  return problems.length === 0 ? 0 : 1;
}

/**
 * `slipway verify`: prints one line per problem. Returns the exit code: 1 if there are any. Starts the embedded database
 * unless `DATABASE_URL` is set.
 */
export async function main(environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(environment);
  const log = createLog({ program: "verify", level: "warn" });
  return withDatabaseServer({ settings, log }, async (url) => {
    const migrations = join(projectRoot, "service", "core", "store", "migrations");
    const database = await openDatabase({ url, name: "service", migrations, readOnly: true, log });
    try {
      const db = drizzle(database.pool);
      const repositories = createRepositoryStore(settings.dataDir);
      return printReport(await verify({ db, repositories, settings }));
    } finally {
      await database.close();
    }
  });
}
