/** A text of the file for a message: its beginning, without the username and password of URLs. */
export function shownText(text: string, maxLength: number): string {
  const shown = text.replace(/:(?:\\?\/){2}[^/\s]*@/g, "://…@");
  return shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
}

/** {@link shownText} in quotes. */
export const quoted = (text: string, maxLength = 40): string => JSON.stringify(shownText(text, maxLength));
