import { flushSync } from "react-dom";

/** An id for a new form row. `crypto.randomUUID` isn't available on insecure origins. */
export function rowId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds a row and focuses its first control synchronously, so that no keystroke is lost. */
export function addRow(id: string, add: () => void): void {
  flushSync(add);
  document.querySelector<HTMLElement>(`[data-row="${id}"] :is(input, textarea, select, button)`)?.focus();
}
