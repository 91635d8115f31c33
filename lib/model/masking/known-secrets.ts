import { Masker } from "./masker";

const most = 5_000;
/** Short values of letters alone are words like `production`: hiding them would hide half a transcript. */
const word = /^[A-Za-z]{0,15}$/;

/** The secret values this process has met: its own keys, and the variables it launched agents with. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #masker: Masker | undefined;

  constructor(values: Iterable<string | undefined> = []) {
    this.remember(values);
  }

  remember(values: Iterable<string | undefined>): void {
    for (const value of values) {
      const text = value?.trim();
      if (!text || word.test(text)) continue;
      this.#values.delete(text);
      this.#values.add(text);
      this.#masker = undefined;
    }
    for (const oldest of this.#values) {
      if (this.#values.size <= most) break;
      this.#values.delete(oldest);
    }
  }

  /** A masker of what is known now. */
  get masker(): Masker {
    this.#masker ??= new Masker(this.#values);
    return this.#masker;
  }
}

const fields: readonly string[] = ["env", "headers", "auth"];

/** The values of a request that are secrets by their place: variables, headers and client secrets of tool servers. */
export function secretsOfRequest(body: unknown): string[] {
  const servers = member(body, "mcpServers");
  const ofServers = (Array.isArray(servers) ? servers : []).flatMap((server) =>
    fields.flatMap((field) =>
      texts(field === "auth" ? { secret: member(member(server, field), "CLIENT_SECRET") } : member(server, field)),
    ),
  );
  return [...texts(member(body, "envVars")), ...ofServers];
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function texts(value: unknown): string[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).filter((each) => typeof each === "string")
    : [];
}
