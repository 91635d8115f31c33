/** Types that browsers can display without executing anything. Everything else is served as a download. */
const shown: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  mp4: "video/mp4",
  webm: "video/webm",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  log: "text/plain; charset=utf-8",
  diff: "text/plain; charset=utf-8",
  patch: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

const saved: Readonly<Record<string, string>> = {
  json: "application/json",
  zip: "application/zip",
  gz: "application/gzip",
};

const quoted = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Content type and disposition of an artifact, based only on its file extension. */
export function deliveryOf(path: string): { contentType: string; disposition: string } {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, ending = ""] = /\.([A-Za-z0-9]+)$/.exec(name) ?? [];
  const key = ending.toLowerCase();
  const inline = Object.hasOwn(shown, key) ? shown[key] : undefined;
  const other = Object.hasOwn(saved, key) ? saved[key] : undefined;
  return {
    contentType: inline ?? other ?? "application/octet-stream",
    disposition: `${inline ? "inline" : "attachment"}; filename*=UTF-8''${quoted(name)}`,
  };
}
