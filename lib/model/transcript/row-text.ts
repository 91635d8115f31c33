import type { Row, ToolRow } from "./state";
import { plainText } from "./terminal-text";
import { toolFailure, toolView } from "./tool-view";

const texts = new WeakMap<Row, string>();

/** The plain text of a row, including collapsed content, for search. */
export function rowText(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = row.kind === "tool" ? toolText(row) : row.kind === "raw" ? `${row.event} ${json(row.data)}` : row.text;
  texts.set(row, text);
  return text;
}

function json(value: unknown): string {
  return value === undefined ? "" : (JSON.stringify(value) ?? "");
}

function toolText(row: ToolRow): string {
  const view = toolView(row);
  const parts: (string | undefined)[] = [view.title, toolFailure(row)];
  switch (view.kind) {
    case "shell":
      parts.push(plainText(view.stdout), plainText(view.stderr));
      break;
    case "file":
      parts.push(view.content);
      break;
    case "edit":
      parts.push(view.diff);
      break;
    case "files":
      parts.push(view.files?.join("\n"));
      break;
    case "matches":
      parts.push(view.matches.map(({ file, line }) => `${file} ${line}`).join("\n"));
      break;
    case "plan":
      parts.push(view.text, view.todos.map(({ content }) => content).join("\n"));
      break;
    case "other":
      parts.push(row.name, row.nested, json(view.args), json(view.result));
  }
  return parts.filter(Boolean).join("\n");
}

/** Whether a row contains the text, ignoring case. */
export function rowContains(row: Row, lowerCaseText: string): boolean {
  return rowText(row).toLowerCase().includes(lowerCaseText);
}
