import { showHiddenCharacters } from "../hidden-characters";
import { lineEndings } from "./line-endings";

/** Whether a patch changes line endings or mixes them, so that lines can differ in nothing else. */
const endingsDiffer = (patch: string) => /→|mixed/i.test(lineEndings(patch) ?? "");

/**
 * The lines of a file or of its patch as a diff shows them: with hidden characters as escapes, and with the carriage returns at
 * the ends of lines where the patch has different line endings.
 */
export function shownLines(text: string, patch: string): string {
  const shown = showHiddenCharacters(text);
  return endingsDiffer(patch) ? shown.replace(/\r(?=\n|$)/g, "⟨CR⟩") : shown;
}
