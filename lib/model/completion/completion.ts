import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";

/**
 * What is being typed at the caret: a slash command or a template at the start of a prompt, a reference to a file, or a
 * mention of a user.
 */
export interface CompletionTarget {
  kind: "command" | "file" | "user";
  query: string;
  /** Where the typed text, with its `/` or `@`, starts and ends. */
  from: number;
  to: number;
}

export interface Suggestion {
  /** Replaces the typed text. */
  text: string;
  label: string;
  detail?: string | undefined;
  /** The launch template whose prompt `text` is. */
  template?: LaunchTemplate;
}

/**
 * What choosing a template does: it fills the launch form or inserts its prompt. `promptOnly`: it inserts its prompt into
 * the launch form, because filling the form would drop other text of the prompt.
 */
export type TemplateUse = "form" | "prompt" | "promptOnly";

export interface MentionableUser {
  email: string;
  displayName?: string | undefined;
  handle?: string | undefined;
}

export interface AgentCommand {
  name: string;
  description?: string | undefined;
}

const maxQuery = 200;
const maxSuggestions = 8;

/** The word with `@` in front of it that ends at the caret. */
function referenceAt(kind: "file" | "user", text: string, caret: number): CompletionTarget | undefined {
  const before = text.slice(Math.max(0, caret - maxQuery), caret);
  const [, query] = /(?:^|\s)@([^\s@]*)$/.exec(before) ?? [];
  return query === undefined ? undefined : { kind, query, from: caret - query.length - 1, to: caret };
}

/** What is being typed in a prompt. */
export function completionAt(text: string, caret: number): CompletionTarget | undefined {
  const command = caret <= maxQuery ? /^\/([\p{L}\p{M}\p{N}_:.-]*)$/u.exec(text.slice(0, caret)) : null;
  if (command) return { kind: "command", query: command[1] ?? "", from: 0, to: caret };
  return referenceAt("file", text, caret);
}

/** What is being typed in a comment or a description. */
export function mentionAt(text: string, caret: number): CompletionTarget | undefined {
  return referenceAt("user", text, caret);
}

/** The best of `items`: the lowest rank first, then in their order. Items without a rank don't match. */
function best<T>(items: Iterable<T>, rank: (item: T) => number | undefined): T[] {
  const ranked: { item: T; rank: number }[] = [];
  for (const item of items) {
    const found = rank(item);
    if (found !== undefined) ranked.push({ item, rank: found });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxSuggestions)
    .map(({ item }) => item);
}

export function suggestCommands(commands: readonly AgentCommand[], query: string): Suggestion[] {
  const wanted = query.toLowerCase();
  const found = best(commands, ({ name }) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at === -1 ? undefined : Math.min(at, 1);
  });
  return found.map(({ name, description }) => ({
    text: `/${name} `,
    label: `/${name}`,
    detail: description || undefined,
  }));
}

/** A name as it is typed after `/`: in lower case, without accents, with hyphens between words. */
function slug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** Templates by how the query matches the slug of the name: all of it, its start, the start of a word, then any part. */
export function suggestTemplates(templates: readonly LaunchTemplate[], query: string, use: TemplateUse): Suggestion[] {
  const wanted = slug(query);
  const usable = use === "form" ? templates : templates.filter(({ fields }) => fields.prompt.trim() !== "");
  const found = best(usable, ({ name }) => {
    const text = slug(name);
    if (text === wanted) return 0;
    if (text.startsWith(wanted)) return 1;
    if (text.includes(`-${wanted}`)) return 2;
    return text.includes(wanted) ? 3 : undefined;
  });
  const kind = use === "promptOnly" ? "Template (prompt only)" : "Template";
  return found.map((template) => ({
    text: template.fields.prompt,
    label: template.name,
    detail: `${kind} · ${template.shared ? `shared by ${template.owner.displayName}` : "yours"}`,
    template,
  }));
}

/** Files by how the query matches: the start of the name, the name, then the path. Shorter paths first. */
export function suggestFiles(paths: Iterable<string>, query: string): Suggestion[] {
  const wanted = query.toLowerCase();
  const found = best(paths, (path) => {
    const lower = path.toLowerCase();
    const inName = lower.indexOf(wanted, lower.lastIndexOf("/") + 1);
    const at = inName === -1 ? lower.indexOf(wanted) : inName;
    if (at === -1) return undefined;
    const kind = inName === lower.lastIndexOf("/") + 1 ? 0 : inName === -1 ? 2 : 1;
    return kind * 10_000 + Math.min(path.length, 9_999);
  });
  return found.map((path) => ({ text: `@${path} `, label: path }));
}

/** Mentions of users by handle, or by email address for users without one. */
export function suggestUsers(users: readonly MentionableUser[]): Suggestion[] {
  return users.slice(0, maxSuggestions).flatMap(({ email, displayName, handle }) => {
    const name = handle || email;
    if (name === "") return [];
    const detail = [displayName, handle ? email : ""].filter(Boolean).join(" · ");
    return { text: `@${name} `, label: `@${name}`, detail: detail || undefined };
  });
}

/** Whether the prompt has no text besides the typed text. */
export function isOnlyText(text: string, { from, to }: CompletionTarget): boolean {
  return `${text.slice(0, from)}${text.slice(to)}`.trim() === "";
}

/** Replaces the typed text. Returns the new text and where the caret belongs. */
export function complete(text: string, { from, to }: CompletionTarget, suggestion: Suggestion) {
  // Doesn't double a space that follows.
  const insert = text[to] === " " ? suggestion.text.trimEnd() : suggestion.text;
  return { text: text.slice(0, from) + insert + text.slice(to), caret: from + insert.length };
}
