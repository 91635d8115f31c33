import { RunFailure } from "@/runner/limits/run-failure";
import { checkProgram, type ProgramCheck } from "@/runner/program-setup/check-program";
import { installPreset } from "@/runner/programs/install-program";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import type { LoginFiles } from "@/runner/workspace/login-files";
import type { Context } from "../core/context";
import { findRowPreset, type ProgramRow, programOfRow, storedLogin } from "./program-rows";

/** The preset of a row, at the row's version. */
export function rowPreset(row: ProgramRow) {
  const preset = findRowPreset(row);
  return preset && { ...preset, version: row.version ?? preset.version };
}

/**
 * Installs a program if needed and tests it. `testing` stores what the test is doing. Undefined if `signal` aborted.
 */
export async function runCheck(
  context: Context & WithSandbox,
  row: ProgramRow,
  { signal, testing }: { signal: AbortSignal; testing: (detail: string) => Promise<void> },
): Promise<ProgramCheck | undefined> {
  const { clock, ids, log, sandbox } = context;
  const { dataDir, egress } = context.settings;
  try {
    const preset = rowPreset(row);
    if (row.preset !== null && preset) {
      await installPreset(dataDir, row.preset, preset, { signal, uniqueId: ids.uuid() });
      await testing(`Testing ${preset.displayName} ${preset.version}`);
    }
    let stored = Promise.resolve();
    const slow = (detail: string) => {
      stored = testing(detail);
    };
    const checked = { dataDir, sandbox, egress, clock, ids, signal, slow };
    const result = await checkProgram(row.name, programOfRow(context, row), checked);
    // Otherwise it could replace the result.
    await stored;
    return result;
  } catch (error) {
    if (signal.aborted) return undefined;
    const known = error instanceof RunFailure;
    if (!known) log.error({ err: error, program: row.name }, "couldn't test an agent program");
    const message = known ? error.message : "Internal error while testing the agent. See the service log for details.";
    const detail = message.charAt(0).toUpperCase() + message.slice(1);
    return { status: "failed", detail, offer: undefined };
  }
}

/** Programs can renew their login when they start. */
function renewedLogin(
  context: Context & WithSandbox,
  row: ProgramRow,
  files: LoginFiles | undefined,
): Partial<ProgramRow> {
  const stored = storedLogin(context, row);
  const isRenewed = stored && files && Object.entries(stored.files).some(([path, text]) => files[path] !== text);
  if (!isRenewed) return {};
  return { login: context.cipher.seal({ id: context.ids.uuid(), files: { ...stored.files, ...files } }) };
}

/** What a test changes in the row. */
export function resultValues(
  context: Context & WithSandbox,
  row: ProgramRow,
  { status, detail, offer, logins, loginFiles }: ProgramCheck,
): Partial<ProgramRow> {
  return {
    status,
    detail,
    offer: offer ?? null,
    checkedAt: context.clock.now(),
    ...(logins ? { loginMethods: logins } : {}),
    ...renewedLogin(context, row, loginFiles),
  };
}
