import { counted } from "@/lib/model/plural";
import type { Checked } from "./check";
import { type Diagnostic, pathText } from "./diagnostic";
import { createLocator, type Position } from "./position";

/** A checked or unreadable file. */
export type FileReport = { file: string } & ({ checked: Checked } | { unreadable: string });

type ReportForm = "text" | "json" | "github";

interface Located extends Diagnostic {
  from: Position;
  to: Position;
}

function located({ text, diagnostics }: Checked): Located[] {
  const locate = createLocator(text);
  return diagnostics.map((each) => ({ ...each, from: locate(each.start), to: locate(each.end) }));
}

function textOf(report: FileReport): string[] {
  if ("unreadable" in report) return [`${report.file}: can't read file: ${report.unreadable}`];
  const lines = located(report.checked).map(
    ({ from, severity, message, code }) =>
      `${report.file}:${from.line}:${from.column}: ${severity}: ${message} [${code}]`,
  );
  const of = (severity: string) => report.checked.diagnostics.filter((each) => each.severity === severity).length;
  const found = `${counted(of("error"), "error")}, ${counted(of("warning"), "warning")}`;
  return [...lines, `${report.file}: ${report.checked.valid ? "valid" : "invalid"} (${found})`];
}

function jsonOf(report: FileReport): object {
  if ("unreadable" in report) return { file: report.file, unreadable: report.unreadable };
  return {
    file: report.file,
    valid: report.checked.valid,
    diagnostics: located(report.checked).map(({ severity, code, message, path, from, to, start, end, fix }) => ({
      severity,
      code,
      message,
      path: pathText(path),
      range: { start: { ...from, offset: start }, end: { ...to, offset: end } },
      ...(fix && { fix: fix.title }),
    })),
  };
}

const escapeData = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const escapeProperty = (text: string) => escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
const commands = { error: "error", warning: "warning", info: "notice" } as const;

function githubOf(report: FileReport): string[] {
  const file = escapeProperty(report.file);
  if ("unreadable" in report) return [`::error file=${file}::${escapeData(`Can't read file: ${report.unreadable}`)}`];
  return located(report.checked).map(({ from, to, severity, message, code }) => {
    const end = to.line === from.line ? `,endColumn=${Math.max(to.column - 1, from.column)}` : "";
    const location = `file=${file},line=${from.line},endLine=${to.line},col=${from.column}${end}`;
    return `::${commands[severity]} ${location},title=${escapeProperty(code)}::${escapeData(message)}`;
  });
}

/** Formats findings as text, as JSON, or as GitHub workflow annotations. */
export function formatReport(reports: readonly FileReport[], form: ReportForm): string {
  if (form === "json") return `${JSON.stringify(reports.map(jsonOf), null, 2)}\n`;
  const lines = reports.flatMap(form === "github" ? githubOf : textOf);
  return lines.map((line) => `${line}\n`).join("");
}

/** 0 if all files are valid, 1 if one is invalid, 2 if one couldn't be read. */
export function exitCode(reports: readonly FileReport[]): 0 | 1 | 2 {
  if (reports.some((each) => "unreadable" in each)) return 2;
  return reports.every((each) => "checked" in each && each.checked.valid) ? 0 : 1;
}
