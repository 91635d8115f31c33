import { and, asc, count, eq, inArray, lte, or, sql } from "drizzle-orm";
import { maxSavedSecrets, maxSavedVariables } from "@/lib/contract/dashboard/saved-variable";
import type { Store } from "./store";
import { retiredSecrets, savedVariables } from "./variable-schema";

export type SavedVariableRow = typeof savedVariables.$inferSelect;
export type NewVariable = Omit<SavedVariableRow, "uses" | "lastUsedAt" | "lastAgentId">;
type Transaction = Parameters<Parameters<Store["database"]["transaction"]>[0]>[0];

/** What variables belong to. */
export type VariableOwner = Pick<SavedVariableRow, "scope" | "owner">;

/** Notified when a secret is saved, so that every process masks it. */
export const variableChannel = "saved_variables";
const variableLock = 7_150_050;
/** The newest are kept. */
const maxRetired = 1_000;

/** Changes variables, one transaction at a time. */
function withVariables<T>(store: Store, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${variableLock})`);
    const result = await change(tx);
    await tx.execute(sql`select pg_notify(${variableChannel}, '')`);
    return result;
  });
}

/** The variables of the team, the user and all repositories. */
export async function variablesFor({ database }: Store, userId: string): Promise<SavedVariableRow[]> {
  return database
    .select()
    .from(savedVariables)
    .where(or(inArray(savedVariables.scope, ["team", "repository"]), eq(savedVariables.userId, userId)))
    .orderBy(asc(savedVariables.name), asc(savedVariables.scope), asc(savedVariables.owner));
}

export async function findVariable({ database }: Store, id: string): Promise<SavedVariableRow | undefined> {
  const [row] = await database.select().from(savedVariables).where(eq(savedVariables.id, id));
  return row;
}

const ofOwner = ({ scope, owner }: VariableOwner) =>
  and(eq(savedVariables.scope, scope), eq(savedVariables.owner, owner));

export async function variableNames({ database }: Store, owner: VariableOwner): Promise<Set<string>> {
  const rows = await database.select({ name: savedVariables.name }).from(savedVariables).where(ofOwner(owner));
  return new Set(rows.map(({ name }) => name));
}

async function retire(tx: Transaction, rows: readonly Pick<SavedVariableRow, "kind" | "sealed">[]): Promise<void> {
  const secrets = rows.filter(({ kind }) => kind === "secret");
  if (secrets.length === 0) return;
  await tx.insert(retiredSecrets).values(secrets.map(({ sealed }) => ({ sealed })));
  const newest = sql`(select max(${retiredSecrets.id}) from ${retiredSecrets})`;
  await tx.delete(retiredSecrets).where(lte(retiredSecrets.id, sql`${newest} - ${maxRetired}`));
}

/** Why variables weren't saved: a name is taken, or a limit is reached. */
export type SaveProblem = { taken: string } | "full" | "secrets full";

class Rejected extends Error {
  constructor(readonly problem: SaveProblem) {
    super("the variables can't be saved");
  }
}

async function checkLimits(tx: Transaction, owner: VariableOwner): Promise<void> {
  const [held] = await tx.select({ count: count() }).from(savedVariables).where(ofOwner(owner));
  if ((held?.count ?? 0) > maxSavedVariables) throw new Rejected("full");
  const [secrets] = await tx.select({ count: count() }).from(savedVariables).where(eq(savedVariables.kind, "secret"));
  if ((secrets?.count ?? 0) > maxSavedSecrets) throw new Rejected("secrets full");
}

/** The result of a change, or why nothing was changed. */
async function orProblem<T>(change: Promise<T>): Promise<T | { problem: SaveProblem }> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof Rejected) return { problem: error.problem };
    throw error;
  }
}

/** Saves variables of one owner, atomically. Without `overwrite`, their names must be new. */
export async function saveVariables(
  store: Store,
  variables: readonly NewVariable[],
  { overwrite }: { overwrite: boolean },
): Promise<{ saved: SavedVariableRow[] } | { problem: SaveProblem }> {
  return orProblem(
    withVariables(store, async (tx) => {
      const saved: SavedVariableRow[] = [];
      for (const variable of variables) {
        const [known] = await tx
          .select()
          .from(savedVariables)
          .where(and(ofOwner(variable), eq(savedVariables.name, variable.name)));
        if (known && !overwrite) throw new Rejected({ taken: variable.name });
        if (known) await retire(tx, [known]);
        const { id: _, ...values } = variable;
        const [row] = known
          ? await tx.update(savedVariables).set(values).where(eq(savedVariables.id, known.id)).returning()
          : await tx.insert(savedVariables).values(variable).returning();
        if (row) saved.push(row);
      }
      const [first] = variables;
      if (first) await checkLimits(tx, first);
      return { saved };
    }),
  );
}

/** Changes a variable, and keeps a replaced secret for masking. `undefined` if it was deleted. */
export async function changeVariable(
  store: Store,
  id: string,
  changes: Partial<NewVariable>,
): Promise<{ row: SavedVariableRow | undefined } | { problem: SaveProblem }> {
  return orProblem(
    withVariables(store, async (tx) => {
      const before = await tx.select().from(savedVariables).where(eq(savedVariables.id, id));
      if (changes.sealed !== undefined) await retire(tx, before);
      const [row] = await tx.update(savedVariables).set(changes).where(eq(savedVariables.id, id)).returning();
      if (row) await checkLimits(tx, row);
      return { row };
    }),
  );
}

/** Deletes a variable and keeps a secret's value for masking. Returns whether it existed. */
export async function deleteVariable(store: Store, id: string): Promise<boolean> {
  return withVariables(store, async (tx) => {
    const removed = await tx.delete(savedVariables).where(eq(savedVariables.id, id)).returning();
    await retire(tx, removed);
    return removed.length > 0;
  });
}

/** Records that an agent was launched with variables. */
export async function recordUse(
  { database }: Store,
  ids: readonly string[],
  { at, agentId }: { at: Date; agentId: string },
): Promise<void> {
  await database
    .update(savedVariables)
    .set({ uses: sql`${savedVariables.uses} + 1`, lastUsedAt: at, lastAgentId: agentId })
    .where(inArray(savedVariables.id, [...ids]));
}

/** The encrypted values of all secrets, including those that were replaced or deleted. */
export async function sealedSecrets({ database }: Store): Promise<string[]> {
  const current = await database
    .select({ sealed: savedVariables.sealed })
    .from(savedVariables)
    .where(eq(savedVariables.kind, "secret"));
  const retired = await database.select({ sealed: retiredSecrets.sealed }).from(retiredSecrets);
  return [...retired, ...current].map(({ sealed }) => sealed);
}
