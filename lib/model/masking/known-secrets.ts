import { Masker, minKnownLength } from "./masker";

const maxRemembered = 5_000;
/** Short values of only letters are words like `production`. Masking them would hide much of a transcript. */
const word = /^[A-Za-z]{0,15}$/;

/** The credential of an `Authorization` header, which programs also print without its scheme. */
const credential = /^(?:bearer|basic|token)\s+(\S+)$/i;

/** The values worth masking, without the words among them. Of `Authorization` headers, the credential alone, too. */
export function secretValues(values: Iterable<string | undefined>): string[] {
  return [...values].flatMap((value) => {
    const text = value?.trim() ?? "";
    return [text, credential.exec(text)?.[1] ?? ""].filter((part) => part !== "" && !word.test(part));
  });
}

const keyLine = /^(?!-----)\S{20,}$/;
const maxLines = 100;

/** The first lines of keys, which programs print line by line, of each value at most 100. */
export function secretLines(values: Iterable<string>): string[] {
  return [...values].flatMap((value) => {
    const lines = value.split("\n").map((line) => line.trim());
    return lines.length > 1 ? lines.filter((line) => keyLine.test(line)).slice(0, maxLines) : [];
  });
}

/** The secrets known to this process: its keys, saved secrets, and the variables of launched agents. */
export class KnownSecrets {
  readonly #configured: ReadonlySet<string>;
  #saved: ReadonlySet<string> = new Set();
  readonly #remembered = new Set<string>();
  /** Open streams keep it, so it also masks secrets that are remembered later. */
  readonly masker = new Masker();

  constructor(configured: Iterable<string | undefined> = []) {
    this.#configured = new Set(secretValues(configured));
    for (const value of this.#configured) this.masker.add(value);
  }

  /** Masks values until too many others follow. */
  remember(values: Iterable<string | undefined>): void {
    for (const value of secretValues(values)) {
      this.#remembered.delete(value);
      this.#remembered.add(value);
      this.masker.add(value);
    }
    for (const oldest of this.#remembered) {
      if (this.#remembered.size <= maxRemembered) break;
      this.#remembered.delete(oldest);
      this.#forget(oldest);
    }
  }

  /** Masks all these values, in place of those of the last call. */
  setSaved(values: Iterable<string | undefined>): void {
    const before = this.#saved;
    this.#saved = new Set(secretValues(values));
    for (const value of this.#saved) this.masker.add(value);
    for (const value of before) this.#forget(value);
  }

  #forget(value: string): void {
    if (![this.#configured, this.#saved, this.#remembered].some((held) => held.has(value))) this.masker.remove(value);
  }
}

/** Whether a value is masked wherever it appears. */
export const isMaskable = (value: string): boolean =>
  secretValues([value]).some((text) => text.length >= minKnownLength);

const fields: readonly string[] = ["env", "headers", "auth"];

const secretName = /key|token|secret|password|credential/i;

/** Values of options like `--api-key value` and `--token=value`. */
function secretArguments(args: unknown): string[] {
  const all = (Array.isArray(args) ? args : []).map(String);
  return all.flatMap((argument, index) => {
    const [name = "", ...value] = argument.split("=");
    if (!name.startsWith("-") || !secretName.test(name)) return [];
    if (value.length > 0) return [value.join("=")];
    const next = all[index + 1];
    return next === undefined || next.startsWith("-") ? [] : [next];
  });
}

/** The secrets in a request: variables, and headers, client secrets, variables and arguments of MCP servers. */
export function secretsOfRequest(body: unknown): string[] {
  const servers = member(body, "mcpServers");
  const ofServers = (Array.isArray(servers) ? servers : []).flatMap((server) => [
    ...fields.flatMap((field) =>
      texts(field === "auth" ? { secret: member(member(server, field), "CLIENT_SECRET") } : member(server, field)),
    ),
    ...secretArguments(member(server, "args")),
  ]);
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
