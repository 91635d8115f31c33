import { Masker } from "@/lib/model/masking/masker";

const tokens = new Masker();

/** A word without what can be a secret: what precedes an @ (but `git`, and the folder of a scope), and the query of an address. */
function shownWord(word: string): string {
  const at = word.lastIndexOf("@");
  const scheme = /:(?:\\?\/){2}/.exec(word);
  const start = scheme ? scheme.index + scheme[0].length : 0;
  const user = word.slice(start, Math.max(at, start));
  const isPublic = user === "" || user === "git" || user.endsWith("/");
  const shown = isPublic ? word : `${word.slice(0, start)}…${word.slice(at)}`;
  const query = shown.search(/[?#]/);
  return query > shown.indexOf("/") && shown.includes("/") ? `${shown.slice(0, query + 1)}…` : shown;
}

/** Letters mixed with digits, too long for a name. */
const isToken = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text);

/**
 * A text of the file for a message that others can read: its beginning, without parts that can be secrets (usernames and
 * passwords of URLs, queries, tokens).
 */
export function shownText(text: string, maxLength: number): string {
  const words = text.split(/(\s+)/).map(shownWord).join("");
  const shown = tokens.mask(words).replace(/[A-Za-z0-9_+=-]{20,}/g, (word) => (isToken(word) ? "…" : word));
  return shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
}

/** {@link shownText} in quotes. */
export const quoted = (text: string): string => JSON.stringify(shownText(text, 40));
