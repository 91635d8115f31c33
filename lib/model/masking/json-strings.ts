const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const colon = /\s*:/y;

interface Level {
  list: boolean;
  key: string;
  index: number;
}

/**
 * Replaces the string values of a JSON text, identified by their path (`event.value.data`, `items.0`). Everything else, such as
 * the digits of large numbers, is unchanged. Field names aren't replaced.
 */
export function replaceStrings(
  json: string,
  replace: (value: string, path: string) => string,
  /** Skips values by their JSON text, without parsing them. */
  passes: (text: string) => boolean = () => false,
): string {
  const levels: Level[] = [];
  let result = "";
  let from = 0;
  for (const match of json.matchAll(token)) {
    const [text] = match;
    const level = levels.at(-1);
    if (text === "{" || text === "[") levels.push({ list: text === "[", key: "", index: 0 });
    else if (text === "}" || text === "]") levels.pop();
    else if (text === "," && level) {
      level.index += 1;
      level.key = "";
    }
    if (!text.startsWith('"')) continue;
    const end = match.index + text.length;
    colon.lastIndex = end;
    if (level && !level.list && level.key === "" && colon.test(json)) {
      level.key = String(JSON.parse(text));
      continue;
    }
    if (passes(text)) continue;
    const value = String(JSON.parse(text));
    const path = levels.map(({ list, key, index }) => (list ? String(index) : key)).join(".");
    const next = replace(value, path);
    if (next === value) continue;
    result += json.slice(from, match.index) + JSON.stringify(next);
    from = end;
  }
  return from === 0 ? json : result + json.slice(from);
}
