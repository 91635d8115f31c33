import { type Codec, localStore } from "./local-store";

/** Single-key shortcuts can be turned off (WCAG 2.1.4). */
export const shortcutsSetting: Codec<boolean> = { parse: (text) => text !== "off", format: (on) => (on ? "" : "off") };

const setting = localStore("shortcuts", shortcutsSetting);

/** Whether single-key shortcuts are on. */
export const shortcutsOn = (): boolean => setting.read();

const typingIn =
  "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role='combobox'], [role='menu'], [role='dialog'], [role='listbox']";

/** True if a key press belongs to a field, a menu or a dialog, or has a modifier. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest(typingIn) !== null;
}

/** How long the next key of a sequence is awaited. */
export const sequenceMs = 1_000;

export interface Binding {
  keys: readonly string[];
  run: () => void;
}

/** Returns a function that takes key presses and runs completed sequences. It returns true if the key was part of one. */
export function createSequences(bindings: readonly Binding[]) {
  let pressed: string[] = [];
  let at = 0;
  return (key: string, time: number): boolean => {
    if (time - at > sequenceMs) pressed = [];
    at = time;
    pressed = [...pressed, key];
    for (;;) {
      const exact = bindings.find(
        ({ keys }) => keys.length === pressed.length && keys.every((each, i) => each === pressed[i]),
      );
      if (exact) {
        pressed = [];
        exact.run();
        return true;
      }
      if (bindings.some(({ keys }) => pressed.every((each, i) => each === keys[i]))) return true;
      if (pressed.length <= 1) {
        pressed = [];
        return false;
      }
      pressed = pressed.slice(-1);
    }
  };
}
