const languages = [
  "bash",
  "c",
  "cpp",
  "css",
  "diff",
  "docker",
  "go",
  "html",
  "java",
  "javascript",
  "json",
  "markdown",
  "php",
  "python",
  "ruby",
  "rust",
  "sql",
  "toml",
  "tsx",
  "typescript",
  "yaml",
] as const;
export type Language = (typeof languages)[number];

const known: ReadonlySet<string> = new Set(languages);

const aliases: ReadonlyMap<string, Language> = new Map<string, Language>([
  ["sh", "bash"],
  ["zsh", "bash"],
  ["shell", "bash"],
  ["h", "c"],
  ["cc", "cpp"],
  ["hpp", "cpp"],
  ["patch", "diff"],
  ["dockerfile", "docker"],
  ["htm", "html"],
  ["js", "javascript"],
  ["cjs", "javascript"],
  ["mjs", "javascript"],
  ["jsx", "tsx"],
  ["ts", "typescript"],
  ["cts", "typescript"],
  ["mts", "typescript"],
  ["md", "markdown"],
  ["py", "python"],
  ["rb", "ruby"],
  ["rs", "rust"],
  ["yml", "yaml"],
]);

const isLanguage = (name: string): name is Language => known.has(name);

/** The language for a fence's info string, a file extension, or a file name. */
export function findLanguage(name: string): Language | undefined {
  const last = name.toLowerCase().split("/").at(-1) ?? "";
  const extension = last.split(".").at(-1) ?? "";
  return isLanguage(extension) ? extension : aliases.get(extension);
}
