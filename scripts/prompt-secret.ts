import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Reads a line from the terminal without showing it. */
export async function promptSecret(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stdout.write("\n");
  }
}
