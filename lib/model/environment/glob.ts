/** True if the pattern matches the whole text; `*` matches any text. Runs in O(pattern × text) time. */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, in_, star, mark] = [0, 0, -1, 0];
  while (in_ < text.length) {
    if (pattern[at] === "*") {
      star = at;
      mark = in_;
      at += 1;
    } else if (at < pattern.length && pattern[at] === text[in_]) {
      at += 1;
      in_ += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      in_ = mark;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
