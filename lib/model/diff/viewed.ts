/** The key of a viewed mark. It includes the content, so that a changed file is unviewed again. */
export function viewedKey({ filename, content }: { filename: string; content: string }): string {
  return `${content} ${filename}`;
}
