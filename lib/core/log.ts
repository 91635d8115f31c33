import pino, { type DestinationStream, type Logger } from "pino";
import { Masker } from "@/lib/model/masking/masker";

export type Log = Logger;

const secretNames = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "token",
  "accessToken",
  "apiKey",
  "secret",
  "envVars",
  "privateKey",
  "databaseUrl",
];

const secretShapes =
  /\b(?:[a-z]{2,8}_[0-9a-f]{64}|Bearer\s+\S+|Basic\s+[A-Za-z0-9+/=]{8,}|oit_\S+|eyJ[\w-]+\.[\w-]+\.[\w-]+)|(?<=:\/\/[^\s:/@]+:)[^\s@]+(?=@)|(?<=[?&]token=)[^&\s"]+/g;

const masker = new Masker();

/** Replaces API keys, bearer headers and passwords in URLs with `[redacted]`, and other known tokens with their placeholder. */
export function redact(text: string): string {
  return masker.mask(text).replace(secretShapes, "[redacted]");
}

/** The message of a failed query ends with its parameters, which are user data. */
function withoutParameters(error: Error) {
  const serialized = pino.stdSerializers.err(error);
  const cut = (text: string | undefined) => text?.replace(/\nparams: [^\n]*/g, "");
  return { ...serialized, message: cut(serialized.message), stack: cut(serialized.stack), params: undefined };
}

/** Logs JSON lines to stderr or `destination`. Redacts secrets by field name and by pattern. */
export function createLog(options: { program: string; level: string }, destination?: DestinationStream): Log {
  const sink = destination ?? pino.destination({ dest: 2, sync: true });
  return pino(
    {
      level: options.level,
      base: { program: options.program },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: "[redacted]",
      },
      serializers: { err: withoutParameters },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => sink.write(redact(line)) },
  );
}
