/** How a browser can show an artifact. `source`: only as text, because it could run scripts. */
export type PreviewKind = "image" | "video" | "audio" | "pdf" | "markdown" | "text" | "source" | "none";

interface Delivery {
  kind: PreviewKind;
  /** Content type when shown. */
  contentType: string;
}

const text = "text/plain; charset=utf-8";
const unknown: Delivery = { kind: "none", contentType: "application/octet-stream" };

const groups: readonly (readonly [kind: PreviewKind, types: Readonly<Record<string, string>>])[] = [
  [
    "image",
    {
      png: "image/png",
      jpg: "image/jpeg",
      jpeg: "image/jpeg",
      gif: "image/gif",
      webp: "image/webp",
      avif: "image/avif",
      bmp: "image/bmp",
    },
  ],
  ["video", { mp4: "video/mp4", m4v: "video/mp4", webm: "video/webm", mov: "video/quicktime" }],
  ["audio", { mp3: "audio/mpeg", wav: "audio/wav", ogg: "audio/ogg", m4a: "audio/mp4" }],
  ["pdf", { pdf: "application/pdf" }],
];

const textEndings: Readonly<Record<"markdown" | "text" | "source", readonly string[]>> = {
  markdown: ["md", "markdown"],
  source: ["html", "htm", "svg", "xhtml", "xml"],
  text: [
    "txt",
    "log",
    "diff",
    "patch",
    "csv",
    "tsv",
    "json",
    "jsonl",
    "ndjson",
    "yaml",
    "yml",
    "toml",
    "ini",
    "env",
    "js",
    "mjs",
    "cjs",
    "jsx",
    "ts",
    "tsx",
    "css",
    "scss",
    "py",
    "rb",
    "go",
    "rs",
    "java",
    "kt",
    "c",
    "h",
    "cpp",
    "cs",
    "php",
    "sh",
    "bash",
    "sql",
    "graphql",
    "proto",
    "tf",
    "lock",
    "conf",
    "cfg",
    "properties",
    "out",
    "err",
  ],
};

const byEnding: ReadonlyMap<string, Delivery> = new Map([
  ...groups.flatMap(([kind, types]) =>
    Object.entries(types).map(([ending, contentType]) => [ending, { kind, contentType }] as const),
  ),
  ...(["markdown", "source", "text"] as const).flatMap((kind) =>
    textEndings[kind].map((ending) => [ending, { kind, contentType: text }] as const),
  ),
]);

export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** How an artifact is delivered, determined by its file extension only. */
export function deliveryOf(path: string): Delivery {
  const [, ending = ""] = /\.([A-Za-z0-9]+)$/.exec(fileName(path)) ?? [];
  return byEnding.get(ending.toLowerCase()) ?? unknown;
}

export const isHtml = (path: string): boolean => /\.html?$/i.test(path);

/** Validates an artifact's path. Returns the problem, or undefined. */
export function pathProblem(path: string): string | undefined {
  const [first, ...rest] = path.split("/");
  if (first !== "artifacts" || rest.join("") === "") return "must start with artifacts/";
  if (rest.some((part) => part === ".." || part === ".")) return "can't leave artifacts/";
  if (path.includes("\0")) return "must not contain NUL characters";
  return path.length > 4096 ? "must be at most 4096 characters" : undefined;
}
