import type { RunSpec } from "../run/run-spec";

const fence = "```";

/** Returns a fenced block for the script agent. */
export const block = (info: string, body: string) => `${fence}${info}\n${body}\n${fence}\n`;

export const prompt = (text: string): RunSpec["prompt"] => ({ text, images: [] });

/** Returns a prompt that runs a shell script. */
export const shellPrompt = (script: string) => prompt(block("sh", script));
