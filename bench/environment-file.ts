import { suggestionsAt } from "@/lib/model/environment/assist";
import { checkEnvironment } from "@/lib/model/environment/check";
import { applyEdits, setValue } from "@/lib/model/environment/edit";
import { editable } from "@/lib/model/environment/editable";
import { parse } from "@/lib/model/environment/parse";
import { type Figure, milliseconds, quantile, ratio } from "./figure";

/** Between two frames of a screen an editor has about this long before typing feels slow. */
const target = 100;

/** A valid file with comments, of about `bytes`. */
function largeFile(bytes: number): string {
  const entries: string[] = [];
  for (let size = 0; size < bytes; ) {
    const number = entries.length;
    const line = `    // entry ${number}\n    { "name": "terminal ${number}", "command": "npm run watch:${number}", "description": "watches ${number}" }`;
    entries.push(line);
    size += line.length + 2;
  }
  return `{\n  "install": "npm ci",\n  "terminals": [\n${entries.join(",\n")}\n  ]\n}\n`;
}

function timesOf(rounds: number, work: () => void): number[] {
  work();
  return Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

/** What each key press in the editor of a 500 kB environment file costs, and what the worst file of that size does. */
export async function environmentFile(rounds: number): Promise<Figure[]> {
  const text = largeFile(500_000);
  const hostile = '{"nmae":['.repeat(500_000 / 9);
  const middle = text.indexOf('"command"', text.length / 2);
  const works: readonly (readonly [name: string, work: () => void])[] = [
    ["check a file of 500 kB", () => void checkEnvironment(text)],
    ["check a hostile file of 500 kB", () => void checkEnvironment(hostile)],
    [
      "one edit of the form in a file of 500 kB",
      () => {
        const document = editable(text);
        if (document) applyEdits(text, setValue(document, ["terminals", 2_000, "command"], "npm start"));
      },
    ],
    ["completion in a file of 500 kB", () => void suggestionsAt(text, parse(text).root, middle + 3)],
  ];
  return works.map(([name, work]) => {
    const median = quantile(timesOf(rounds, work), 0.5);
    return { name, measured: milliseconds(median), against: `${target} ms to an answer`, ratio: ratio(median, target) };
  });
}
