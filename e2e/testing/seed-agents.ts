import { expect } from "@playwright/test";
import pg from "pg";
import type { App } from "./app";
import { embeddedDatabaseUrl } from "./database";

/** Connects to the service's database, for data that would take hours to create through the API or that the script agent never produces. */
async function serviceDatabase(app: App): Promise<pg.Client> {
  const client = new pg.Client(await embeddedDatabaseUrl(app.dataDir, "service"));
  await client.connect();
  return client;
}

/** Replaces the first step events of an agent's run. Call it before the run is viewed for the first time. */
export async function replaceSteps(app: App, id: string, updates: readonly object[]): Promise<void> {
  const client = await serviceDatabase(app);
  try {
    const { rowCount } = await client.query(
      `with step as (
        select e.run_id, e.sequence, row_number() over (order by e.sequence) as n
        from run_events e join runs r on r.id = e.run_id
        where r.agent_id = $1 and e.event = 'interaction_update' and e.data ~ '"type": *"step-'
      )
      update run_events e set data = ($2::text[])[step.n] from step
      where e.run_id = step.run_id and e.sequence = step.sequence and step.n <= $3`,
      [id, updates.map((each) => JSON.stringify(each)), updates.length],
    );
    expect(rowCount).toBe(updates.length);
  } finally {
    await client.end();
  }
}

/** Sets the version of an agent program that was added before Slipway was upgraded. */
export async function setProgramVersion(app: App, name: string, version: string): Promise<void> {
  const client = await serviceDatabase(app);
  try {
    const { rowCount } = await client.query("update agent_programs set version = $2 where name = $1", [name, version]);
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

const minuteMs = 60_000;

/**
 * Clones an agent `count` times in the service's database, with various names, statuses, and environments. Each clone is
 * `stepMs` older than the one before; a negative `stepMs` makes them newer.
 */
export async function cloneAgent(app: App, id: string, count: number, stepMs = minuteMs): Promise<void> {
  const client = await serviceDatabase(app);
  try {
    await client.query(
      `with made as materialized (
        select 'bc-' || gen_random_uuid() as id, 'run-' || gen_random_uuid() as run_id, n from generate_series(1, $2::int) n
      ), added as (
        insert into agents (id, team_id, user_id, service_account_id, name, status, env_type, env_name, repos,
          push_repository_ids, used_repository_ids, work_on_current_branch, auto_create_pr, skip_reviewer_request, model, custom_subagents, mode, branch_name,
          branches, latest_run_id, created_at, updated_at)
        select made.id, a.team_id, a.user_id, a.service_account_id,
          'Copy ' || lpad(n::text, 5, '0') || (array[' of the nightly build', ' fixes the login', ' writes the changelog'])[1 + n % 3],
          case when n % 20 = 0 then 'ARCHIVED' else 'IDLE' end,
          case when n % 4 = 0 then 'pool' else 'cloud' end, case when n % 4 = 0 then 'builders' end, a.repos,
          a.push_repository_ids, a.used_repository_ids, a.work_on_current_branch, a.auto_create_pr, a.skip_reviewer_request, a.model, a.custom_subagents, a.mode,
          a.branch_name || n,
          case when n % 6 = 0 then jsonb_build_array(jsonb_build_object('repoUrl', 'git.example.com/demo/orders',
            'branch', 'svc/copy-' || n, 'prUrl', 'https://git.example.com/demo/orders/pull/' || n)) else '[]' end,
          made.run_id, a.created_at - n * $3::int, a.updated_at - n * $3::int
        from agents a, made where a.id = $1 order by n * $3::int desc
      )
      insert into runs (id, agent_id, status, mode, prompt_text, prompt_images, result, usage, usage_uuid, created_at, updated_at, ended_at)
      select made.run_id, made.id, case when n % 10 = 0 then 'ERROR' else 'FINISHED' end, r.mode, r.prompt_text,
        r.prompt_images, r.result, r.usage, r.usage_uuid, r.created_at - n * $3::int, r.updated_at - n * $3::int,
        r.ended_at - n * $3::int
      from runs r join agents a on a.latest_run_id = r.id, made where a.id = $1`,
      [id, count, stepMs],
    );
  } finally {
    await client.end();
  }
}
