/** A renamed path with the common folders written once: `src/{orders → billing}/invoice.ts`. */
export function renameLabel(before: string, after: string): string {
  const [old, current] = [before.split("/"), after.split("/")];
  const most = Math.min(old.length, current.length);
  let start = 0;
  while (start < most - 1 && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === current.at(-1 - end)) end += 1;
  if (start === 0 && end === 0) return `${before} → ${after}`;
  const prefix = current.slice(0, start).map((part) => `${part}/`);
  const suffix = current.slice(current.length - end).map((part) => `/${part}`);
  const middle = (parts: readonly string[]) => parts.slice(start, parts.length - end).join("/");
  return `${prefix.join("")}{${middle(old)} → ${middle(current)}}${suffix.join("")}`;
}
