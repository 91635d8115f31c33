import { seededRandom } from "@/lib/core/testing/seeded-random";

type Files = ReadonlyMap<string, Buffer>;

const words = ["price", "cart", "order", "total", "discount", "currency", "address", "invoice"];

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`no element ${index}`);
  return found;
}

/** Serializes commits for `git fast-import`. A commit contains what differs from its first parent. */
class ImportStream {
  readonly #parts: Buffer[] = [];
  #mark = 0;

  commit(branch: string, files: Files, parents: readonly { mark: number; files: Files }[]): number {
    this.#mark += 1;
    const [first, ...merged] = parents;
    const by = `A <a@example.test> ${1_700_000_000 + this.#mark * 60} +0000`;
    this.#write(`commit refs/heads/${branch}\nmark :${this.#mark}\nauthor ${by}\ncommitter ${by}\ndata 1\nx\n`);
    if (first) this.#write(`from :${first.mark}\n`);
    for (const { mark } of merged) this.#write(`merge :${mark}\n`);
    for (const path of first?.files.keys() ?? []) if (!files.has(path)) this.#write(`D ${path}\n`);
    for (const [path, content] of files) {
      if (first?.files.get(path)?.equals(content)) continue;
      this.#write(`M 100644 inline ${path}\ndata ${content.length}\n`);
      this.#parts.push(content, Buffer.from("\n"));
    }
    this.#write("\n");
    return this.#mark;
  }

  #write(text: string): void {
    this.#parts.push(Buffer.from(text));
  }

  end(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.from("done\n")]);
  }
}

/**
 * A history of merged branches with edits, renames, deletions, binary files, CRLF and files without a newline at the end.
 * Returns it for `git fast-import`, with the names of its branches: `main` and one for each merge.
 */
export function seededHistory(seed: number, merges: number): { stream: Buffer; branches: string[] } {
  const random = seededRandom(seed);
  const upTo = (max: number) => Math.floor(random() * max);
  const pick = <T>(list: readonly T[]): T => at(list, upTo(list.length));
  const line = () => `${pick(words)} ${pick(words)} ${upTo(50)}`;
  const text = (count: number, ending: string) => Array.from({ length: count }, () => line() + ending).join("");
  const newPath = () => `${pick(["src", "docs/a b", "lib/deep/er"])}/${pick(words)}-${upTo(10_000)}.txt`;
  const newContent = (): Buffer => {
    const kind = random();
    if (kind < 0.1) return Buffer.from(Array.from({ length: 200 }, () => upTo(256)).concat(0));
    if (kind < 0.2) return Buffer.from(text(5 + upTo(60), "\r\n"));
    return Buffer.from(text(5 + upTo(60), "\n") + (random() < 0.1 ? "no newline at the end" : ""));
  };
  const edited = (content: Buffer): Buffer => {
    if (content.includes(0)) return Buffer.concat([content, Buffer.from([upTo(256)])]);
    const lines = content.toString().split("\n");
    for (let count = 1 + upTo(3); count > 0; count -= 1) lines.splice(upTo(lines.length), upTo(3), line());
    return Buffer.from(lines.join("\n"));
  };
  const changed = (before: Files): Map<string, Buffer> => {
    const files = new Map(before);
    for (let count = 1 + upTo(4); count > 0; count -= 1) {
      const path = pick([...files.keys()]);
      const content = files.get(path) ?? Buffer.alloc(0);
      const act = random();
      if (act < 0.2) files.set(newPath(), newContent());
      else if (act < 0.3 && files.size > 10) files.delete(path);
      else if (act < 0.45) {
        files.delete(path);
        files.set(newPath(), random() < 0.5 ? content : edited(content));
      } else files.set(path, edited(content));
    }
    return files;
  };

  const stream = new ImportStream();
  const initial: Files = new Map(Array.from({ length: 30 }, () => [newPath(), newContent()]));
  const main = [{ mark: stream.commit("main", initial, []), files: initial }];
  const branches = ["main"];
  for (let number = 1; number <= merges; number += 1) {
    const tip = at(main, main.length - 1);
    const start = at(main, Math.max(0, main.length - 1 - upTo(6)));
    const branch = `branch-${number}`;
    let head = start;
    for (let count = 1 + upTo(3); count > 0; count -= 1) {
      const files = changed(head.files);
      head = { files, mark: stream.commit(branch, files, [head]) };
    }
    // What the branch changed wins, so that merges never conflict.
    const files = new Map(tip.files);
    for (const path of start.files.keys()) if (!head.files.has(path)) files.delete(path);
    for (const [path, content] of head.files) if (!start.files.get(path)?.equals(content)) files.set(path, content);
    main.push({ files, mark: stream.commit("main", files, [tip, head]) });
    branches.push(branch);
  }
  return { stream: stream.end(), branches };
}
