import type { Row, ToolRow } from "./state";
import { plainText } from "./terminal-text";
import { toolFailure, toolView } from "./tool-view";

const texts = new WeakMap<Row, string>();

/** The plain text of a row, including collapsed content but not a subagent's rows, for search. */
export function rowText(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = textOf(row);
  texts.set(row, text);
  return text;
}

function textOf(row: Row): string {
  switch (row.kind) {
    case "tool":
      return toolText(row);
    case "raw":
      return `${row.event} ${json(row.data)}`;
    case "question":
      return [row.question.message, ...row.question.fields.map(({ label }) => label), json(row.values)].join("\n");
    default:
      return row.text;
  }
}

function json(value: unknown): string {
  return value === undefined ? "" : (JSON.stringify(value) ?? "");
}

function toolText(row: ToolRow): string {
  const { call, output } = toolTexts(row);
  return [call, output].filter(Boolean).join("\n");
}

/** The plain texts of a tool call and of what it returned. */
export function toolTexts(row: ToolRow): { call: string; output: string } {
  const view = toolView(row);
  const call: (string | undefined)[] = [view.title];
  const output: (string | undefined)[] = [toolFailure(row)];
  switch (view.kind) {
    case "shell":
      output.push(plainText(view.stdout), plainText(view.stderr));
      break;
    case "file":
      output.push(view.content);
      break;
    case "edit":
      output.push(view.diff);
      break;
    case "files":
      output.push(view.files?.join("\n"));
      break;
    case "matches":
      output.push(view.matches.map(({ file, line }) => `${file} ${line}`).join("\n"));
      break;
    case "plan":
      output.push(view.text, view.todos.map(({ content }) => content).join("\n"));
      break;
    case "other":
      call.push(row.name, json(view.args));
      output.push(json(view.result));
  }
  return { call: call.filter(Boolean).join("\n"), output: output.filter(Boolean).join("\n") };
}

/** Whether a row contains the text, ignoring case. */
export function rowContains(row: Row, lowerCaseText: string): boolean {
  return rowText(row).toLowerCase().includes(lowerCaseText);
}
