const separator = "\0";

/** A key per file: its name, with a number if a file before it has the same name, as from services that replace bytes of names. */
export function fileKeys(files: readonly { filename: string }[]): string[] {
  const seen = new Map<string, number>();
  return files.map(({ filename }) => {
    const before = seen.get(filename) ?? 0;
    seen.set(filename, before + 1);
    return before === 0 ? filename : `${filename}${separator}${before}`;
  });
}

/** The file name in a key. */
export const nameOfKey = (key: string): string => key.split(separator, 1)[0] ?? key;
