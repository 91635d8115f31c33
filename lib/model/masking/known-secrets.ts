import { Masker } from "./masker";

const maxSecrets = 5_000;
/** Short values of only letters are words like `production`. Masking them would hide much of a transcript. */
const word = /^[A-Za-z]{0,15}$/;

/** The values worth masking, without the words among them. */
export function secretValues(values: Iterable<string | undefined>): string[] {
  return [...values].flatMap((value) => {
    const text = value?.trim();
    return text && !word.test(text) ? [text] : [];
  });
}

/** The secrets known to this process: its keys, and the variables of launched agents. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #masker: Masker | undefined;

  constructor(values: Iterable<string | undefined> = []) {
    this.remember(values);
  }

  remember(values: Iterable<string | undefined>): void {
    for (const text of secretValues(values)) {
      this.#values.delete(text);
      this.#values.add(text);
      this.#masker = undefined;
    }
    for (const oldest of this.#values) {
      if (this.#values.size <= maxSecrets) break;
      this.#values.delete(oldest);
    }
  }

  /** Returns a masker for the secrets known now. */
  get masker(): Masker {
    this.#masker ??= new Masker(this.#values);
    return this.#masker;
  }
}

const fields: readonly string[] = ["env", "headers", "auth"];

/** The secrets in a request: variables, and headers and client secrets of MCP servers. */
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
