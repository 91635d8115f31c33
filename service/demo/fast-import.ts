import type { Author, ReplayedCommit } from "./history";

const day = 24 * 60 * 60 * 1000;

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function timeOf({ daysAgo, time }: ReplayedCommit, now: number): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return Math.floor(now / day) * day - daysAgo * day + (hours * 60 + minutes) * 60 * 1000;
}

function signature({ name, email, zone }: Author, at: number): string {
  return `${name} <${email}> ${Math.floor(at / 1000)} ${zone}`;
}

/** Serializes the history for `git fast-import`, with dates relative to `now`. */
export function fastImportStream(history: readonly ReplayedCommit[], now: number): string {
  const marks = new Map<string, number>();
  const parts = history.map((commit, index) => {
    const { branch, author, message, files, from, tag } = commit;
    const mark = index + 1;
    const parent = marks.get(from ?? branch);
    const by = signature(author, timeOf(commit, now));
    marks.set(branch, mark);
    if (tag) marks.set(tag.name, mark);
    return [
      `commit refs/heads/${branch}\nmark :${mark}\nauthor ${by}\ncommitter ${by}\n`,
      data(`${message}\n`),
      parent === undefined ? "" : `from :${parent}\n`,
      ...Object.entries(files).map(([path, content]) => `M 100644 inline ${path}\n${data(content)}`),
      tag ? `tag ${tag.name}\nfrom :${mark}\ntagger ${by}\n${data(`${tag.message}\n`)}` : "",
    ].join("");
  });
  return `${parts.join("")}done\n`;
}
