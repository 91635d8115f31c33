/**
 * Builds the encoded path of a pattern; see `path.ts` for the grammar, which isn't validated here because browsers don't load
 * the compiler. Throws when a parameter is missing or empty.
 */
export function buildPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)([+?]?)\}/g, (_, name: string, mark: string) => {
    const value = params[name];
    if (!value) throw new Error(`path ${pattern} requires a value for {${name}}`);
    return mark === "+" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
}
