import type { RunSpec } from "../run-spec";

const fence = "```";

/** A fenced block, as the script agent carries it out. */
export const block = (info: string, body: string) => `${fence}${info}\n${body}\n${fence}\n`;

export const prompt = (text: string): RunSpec["prompt"] => ({ text, images: [] });

/** A prompt that runs one shell script. */
export const shellPrompt = (script: string) => prompt(block("sh", script));
