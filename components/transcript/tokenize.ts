import type { HighlighterCore, LanguageRegistration } from "shiki/core";
import type { Language } from "./languages";

export interface Token {
  text: string;
  light: string | undefined;
  dark: string | undefined;
}

/** Grammars are loaded individually, on first use. */
const grammars: Record<Language, () => Promise<{ default: LanguageRegistration[] }>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

let highlighter: Promise<HighlighterCore> | undefined;

async function createHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, light, dark] = await Promise.all([
    import("shiki/core"),
    // The default engine is WebAssembly, which the content security policy blocks.
    import("shiki/engine/javascript"),
    import("shiki/themes/github-light-high-contrast.mjs"),
    import("shiki/themes/github-dark-high-contrast.mjs"),
  ]);
  return createHighlighterCore({
    themes: [light.default, dark.default],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Tokenizes code line by line, with a color per theme for each token. */
export async function tokenize(code: string, language: Language): Promise<Token[][]> {
  highlighter ??= createHighlighter();
  const core = await highlighter;
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(grammars[language]());
  const lines = core.codeToTokensWithThemes(code, {
    lang: language,
    themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  });
  return lines.map((line) =>
    line.map(({ content, variants }) => ({
      text: content,
      light: variants.light?.color,
      dark: variants.dark?.color,
    })),
  );
}
