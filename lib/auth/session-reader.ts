import type { Clock } from "@/lib/clock/clock";
import type { Role } from "@/lib/contract/operation";
import { findPerson, type PersonRow } from "@/lib/store/people";
import type { Store } from "@/lib/store/store";
import { sessionSecret } from "./secret";
import { readSessionToken } from "./session-token";

export interface Person {
  id: string;
  email: string;
  name: string;
  role: Role;
}

export interface SessionReader {
  read(token: string, options: { fresh: boolean }): Promise<Person | undefined>;
}

/** How long a person read from the store serves reads before they are read again. */
const rememberedMs = 3_000;

/** A session lasts while its person is enabled and keeps the session version they had when they signed in. */
export function sessionHolds(row: PersonRow | undefined, sessionVersion: number): row is PersonRow {
  return row !== undefined && row.disabledAt === null && row.sessionVersion === sessionVersion;
}

export function createSessionReader(options: {
  dataDir: string;
  store: () => Promise<Store>;
  clock: Clock;
}): SessionReader {
  const remembered = new Map<string, { row: PersonRow; at: number }>();

  async function personRow(id: string, fresh: boolean): Promise<PersonRow | undefined> {
    const known = remembered.get(id);
    const now = options.clock.now();
    if (known && !fresh && now - known.at < rememberedMs) return known.row;
    const row = await findPerson(await options.store(), id);
    if (row) remembered.set(id, { row, at: now });
    else remembered.delete(id);
    return row;
  }

  return {
    async read(token, { fresh }) {
      const said = await readSessionToken(token, await sessionSecret(options.dataDir));
      if (!said) return undefined;
      const row = await personRow(said.personId, fresh);
      if (!sessionHolds(row, said.sessionVersion)) return undefined;
      return { id: row.id, email: row.email, name: row.displayName, role: row.role };
    },
  };
}
