import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Service } from "../../../service";

const loggedTables = ["pull_requests", "pull_request_versions", "reviews", "check_suites", "check_runs", "ref_updates"];

const Row = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });

/** A row written to the database, in the order enforced by its locks. */
export type LogEntry = z.infer<typeof Row>;

/**
 * Adds triggers that log every row written from now on. Writes are numbered under the transaction's locks, so mutually
 * exclusive transactions appear in their real order. Rolled back writes leave no entries.
 */
export async function startRaceLog(db: Service["db"]): Promise<() => Promise<LogEntry[]>> {
  await db.execute(
    sql`create table race_log (id bigserial primary key, table_name text not null, "row" jsonb not null)`,
  );
  await db.execute(sql`create function log_race() returns trigger language plpgsql as
    $$ begin insert into race_log (table_name, "row") values (tg_table_name, to_jsonb(new)); return null; end $$`);
  for (const name of loggedTables) {
    await db.execute(sql`create trigger log_race after insert or update on ${sql.identifier(name)}
      for each row execute function log_race()`);
  }
  return async () =>
    z.array(Row).parse((await db.execute(sql`select table_name as "table", "row" from race_log order by id`)).rows);
}

interface PullState {
  number: number;
  head: string;
  version: number;
}

/** The state at the moment the base moved to a merge commit. */
export interface MergeState {
  commit: string;
  /** Number of the pull request whose head is the merge's second parent. */
  pull: number;
  latestVersion: boolean;
  headOfBranch: boolean;
  approvals: number;
  checked: boolean;
}

/** Replays the log and returns the state at each merge of one pull request into `main`. */
export function mergeStates(log: readonly LogEntry[], secondParent: ReadonlyMap<string, string>): MergeState[] {
  const pulls = new Map<string, PullState & { headRef: string }>();
  const reviews = new Map<string, { pull: string; version: number; approves: boolean; author: string }>();
  const suites = new Map<string, string>();
  const runs = new Map<string, { suite: string; passes: boolean }>();
  const branches = new Map<string, string>();
  const merges: MergeState[] = [];
  const text = (value: unknown) => String(value ?? "");
  for (const { table, row } of log) {
    const id = text(row.id);
    if (table === "pull_requests") {
      const known = pulls.get(id);
      const head = known?.head ?? "";
      const version = known?.version ?? Number(row.version);
      pulls.set(id, { number: Number(row.number), headRef: text(row.head_ref), head, version });
    } else if (table === "pull_request_versions") {
      const known = pulls.get(text(row.pull_request_id));
      if (known && Number(row.number) >= known.version) {
        known.version = Number(row.number);
        known.head = text(row.head_sha);
      }
    } else if (table === "reviews") {
      reviews.set(id, {
        pull: text(row.pull_request_id),
        version: Number(row.version),
        approves: row.verdict === "approve" && row.dismissed_at === null,
        author: text(row.author_id),
      });
    } else if (table === "check_suites") suites.set(id, text(row.sha));
    else if (table === "check_runs") {
      const passes = row.status === "completed" && row.conclusion === "success";
      runs.set(id, { suite: text(row.suite_id), passes });
    } else if (table === "ref_updates") {
      const [ref, after] = [text(row.ref), text(row.after)];
      const second = secondParent.get(after);
      if (ref === "refs/heads/main" && second && !merges.some(({ commit }) => commit === after)) {
        const found = [...pulls].find(([, pull]) => branches.get(`refs/heads/${pull.headRef}`) === second);
        const [pullId, pull] = found ?? [];
        merges.push({
          commit: after,
          pull: pull?.number ?? 0,
          headOfBranch: pull !== undefined,
          latestVersion: pull?.head === second,
          approvals: [...reviews.values()].filter(
            (review) => review.pull === pullId && review.approves && review.version === pull?.version,
          ).length,
          checked: [...runs.values()].some((run) => run.passes && suites.get(run.suite) === second),
        });
      }
      branches.set(ref, after);
    }
  }
  return merges;
}
