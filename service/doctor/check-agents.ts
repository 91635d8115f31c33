import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Settings } from "@/lib/core/settings/settings";
import { counted } from "@/lib/model/plural";
import { openDatabase } from "@/postgres/database";
import { checkProgram } from "@/runner/program-setup/check-program";
import type { Program } from "@/runner/programs/program";
import { type Exposure, probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { programOfRow } from "../agent-programs/program-rows";
import { createCipher, encryptionKey } from "../core/store/cipher";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { error, errorMessage, type Finding, ok, warning } from "./finding";

type AgentSettings = Exposure &
  Pick<Settings, "agents" | "dataDir" | "egress" | "sandbox" | "databaseUrl" | "encryptionKey">;

const fixedPrograms = ({ agents }: AgentSettings): [string, Program][] =>
  Object.entries(agents).map(([name, { command, hosts }]) => [
    name,
    { preset: null, command, env: {}, endpoints: hosts },
  ]);

/** The enabled agents that admins added, if the database is reachable: without `DATABASE_URL`, only while Slipway runs. */
async function storedPrograms({ agents, dataDir, ...settings }: AgentSettings): Promise<[string, Program][]> {
  if (settings.databaseUrl === undefined) return [];
  const migrations = join(projectRoot, "service", "core", "store", "migrations");
  const log = createLog({ program: "doctor", level: "silent" });
  // The check of the database reports why it can't be opened. A new one has no agents.
  const database = await openDatabase({
    url: settings.databaseUrl,
    name: "service",
    migrations,
    readOnly: true,
    log,
  }).catch(() => undefined);
  if (!database) return [];
  try {
    const db = drizzle(database.pool);
    const rows = await db
      .select()
      .from(agentPrograms)
      .where(eq(agentPrograms.enabled, true))
      .orderBy(asc(agentPrograms.name));
    const used = rows.filter(({ name }) => !(name in agents));
    if (used.length === 0) return [];
    const cipher = createCipher(await encryptionKey(settings.encryptionKey, dataDir));
    return used.map((row) => [row.name, programOfRow({ cipher }, row)]);
  } finally {
    await database.close();
  }
}

/** Tests the agents the way runs start them: opens a session with each in the sandbox. */
export async function checkAgents(settings: AgentSettings): Promise<Finding[]> {
  const { dataDir, egress } = settings;
  let programs: [string, Program][];
  try {
    programs = [...fixedPrograms(settings), ...(await storedPrograms(settings))];
  } catch (reason) {
    return [error("agents", errorMessage(reason))];
  }
  if (programs.length === 0) return [];
  const sandbox = await probeSandbox(settings).catch(() => undefined);
  // The check of the sandbox reports why.
  if (sandbox === undefined) return [];
  const { signal } = new AbortController();
  const context = { dataDir, sandbox, egress, clock: systemClock, ids: systemIds, signal };
  const findings = programs.map(async ([name, program]) => {
    const { status, detail, offer } = await checkProgram(name, program, context);
    const what = program.command?.[0] ?? `${program.preset} ${program.version}`;
    if (status === "ready") return ok(`agent ${name}`, `${what}, ${counted(offer?.models.length ?? 0, "model")}`);
    // Users can pass the key as a variable of each launch.
    return (status === "failed" ? error : warning)(`agent ${name}`, detail);
  });
  return Promise.all(findings);
}
