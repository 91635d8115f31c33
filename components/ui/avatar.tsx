/** Dark enough for white text, in both themes. */
const colors = [
  "bg-sky-700",
  "bg-teal-700",
  "bg-emerald-700",
  "bg-amber-700",
  "bg-rose-700",
  "bg-fuchsia-700",
  "bg-violet-700",
  "bg-slate-600",
] as const;

/** Up to two initials: of the first and last word, without the domain of an email address. */
export function initials(name: string): string {
  const [user = ""] = name.split("@");
  const words = user.match(/[\p{L}\p{N}]+/gu) ?? [];
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = "") => [...word][0]?.toUpperCase() ?? "").join("") || "?";
}

/** The same name has the same color everywhere. */
export function avatarColor(name: string): string {
  let hash = 0;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return colors[hash % colors.length] ?? colors[0];
}

/** The initials of a user. Decorative, and not part of the text: the name has to be next to it, or in a label. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      className={`before:content-[attr(data-initials)] inline-flex size-5 shrink-0 select-none items-center justify-center rounded-full font-medium text-[0.5625rem] text-white leading-none ${avatarColor(name)}`}
    />
  );
}
