import { decodeFile } from "./decode";
import type { Diagnostic } from "./diagnostic";
import { type EffectiveEnvironment, effectiveEnvironment } from "./effective";
import type { Environment } from "./environment";
import { createFindings } from "./findings";
import { parse } from "./parse";
import { readEnvironment } from "./read-environment";
import { defaultFilePath } from "./repository-path";
import type { Comment, Node } from "./syntax-tree";
import { validate } from "./validate";
import { addWarnings } from "./warnings";

/** The result of checking an environment file. */
export interface Checked {
  text: string;
  root: Node | undefined;
  comments: readonly Comment[];
  /** Errors, warnings and notes, in text order. */
  diagnostics: readonly Diagnostic[];
  /** True without errors: the service accepts the file. */
  valid: boolean;
  /** True if the text is well-formed JSON with comments. */
  wellFormed: boolean;
  /** For an invalid file, the parts that could be read. */
  environment: Environment;
  effective: EffectiveEnvironment;
}

const isError = ({ severity }: Diagnostic) => severity === "error";

/** Checks a file's text. `filePath` is its path in the repository, to resolve relative paths. Never throws. */
export function checkEnvironment(text: string, filePath = defaultFilePath): Checked {
  const { root, comments, diagnostics } = parse(text);
  const findings = createFindings();
  for (const finding of diagnostics) findings.add(finding);
  if (root) {
    validate(root, findings);
    addWarnings(root, filePath, findings);
  }
  const environment = readEnvironment(root);
  const ordered = [...findings.all].sort((a, b) => a.start - b.start || a.end - b.end);
  return {
    text,
    root,
    comments,
    diagnostics: ordered,
    valid: !ordered.some(isError),
    wellFormed: !diagnostics.some(isError),
    environment,
    effective: effectiveEnvironment(environment, filePath),
  };
}

/** Checks a file's bytes. A Git LFS pointer is reported as one error. Invalid UTF-8 is reported as one error at the first invalid byte. */
export function checkEnvironmentFile(bytes: Uint8Array, filePath = defaultFilePath): Checked {
  const decoded = decodeFile(bytes);
  if ("text" in decoded) {
    const { text } = decoded;
    if (!text.startsWith("version https://git-lfs.github.com/spec/")) return checkEnvironment(text, filePath);
    return unreadable(text, filePath, { code: "git-lfs", message: "This is a Git LFS pointer.", start: 0, end: 1 });
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const { reason, offset } = decoded.undecodable;
  const start = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
  return unreadable(text, filePath, {
    code: "not-utf-8",
    message: reason,
    start: Math.min(start, text.length),
    end: Math.min(start + 1, text.length),
  });
}

/** The result for a file that isn't JSON text. */
function unreadable(
  text: string,
  filePath: string,
  problem: Pick<Diagnostic, "code" | "message" | "start" | "end">,
): Checked {
  const message: Diagnostic = { severity: "error", path: [], ...problem };
  const environment = readEnvironment(undefined);
  const effective = effectiveEnvironment(environment, filePath);
  return {
    text,
    root: undefined,
    comments: [],
    diagnostics: [message],
    valid: false,
    wellFormed: false,
    environment,
    effective,
  };
}
