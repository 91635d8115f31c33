import { suggestionsAt } from "@/lib/model/environment/assist";
import { checkEnvironment } from "@/lib/model/environment/check";
import { applyEdits, setValue } from "@/lib/model/environment/edit";
import { editable } from "@/lib/model/environment/editable";
import { parse } from "@/lib/model/environment/parse";
import { quantile, type Result } from "./result";

/** Milliseconds after which an editor feels slow. */
const target = 100;

/** Creates a valid file with comments, about `bytes` long. */
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
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
}

/** Measures what each key press in a 500 kB environment file costs, and what a malicious file of that size costs. */
export async function environmentFile(rounds: number): Promise<Result[]> {
  const text = largeFile(500_000);
  const malicious = '{"nmae":['.repeat(500_000 / 9);
  const middle = text.indexOf('"command"', text.length / 2);
  const works: readonly (readonly [name: string, work: () => void])[] = [
    ["check a 500 kB file", () => void checkEnvironment(text)],
    ["check a malicious 500 kB file", () => void checkEnvironment(malicious)],
    [
      "form edit in a 500 kB file",
      () => {
        const document = editable(text);
        if (document) applyEdits(text, setValue(document, ["terminals", 2_000, "command"], "npm start"));
      },
    ],
    ["completion in a 500 kB file", () => void suggestionsAt(text, parse(text).root, middle + 3)],
  ];
  return works.map(([name, work]) => {
    return { name, value: quantile(timesOf(rounds, work), 0.5), unit: "ms", target: { value: target } };
  });
}
