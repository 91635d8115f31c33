import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { presetCommand } from "../programs/install-program";
import { findPreset } from "../programs/presets";

/** Writes the program of a preset's package, as if that version were installed from npm. Returns its file. */
export async function writeInstalled(dataDir: string, id: string, version: string, source: string): Promise<string> {
  const preset = findPreset(id);
  if (!preset) throw new Error(`no preset ${id}`);
  const file = presetCommand(dataDir, id, { ...preset, version }).find((part) => part.startsWith(dataDir));
  if (file === undefined) throw new Error(`${id} has no file`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
  return file;
}
