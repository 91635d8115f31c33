import { flushSync } from "react-dom";

/** An id for a new row of a form. `crypto.randomUUID` is missing on pages that are not served securely. */
export function rowId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds a row and puts the cursor into its first control at once: the next key is the first of what is typed there. */
export function addRow(id: string, add: () => void): void {
  flushSync(add);
  document.querySelector<HTMLElement>(`[data-row="${id}"] :is(input, textarea, select, button)`)?.focus();
}
