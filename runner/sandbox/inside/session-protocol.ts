import * as z from "zod/mini";
import { FileRequest } from "./file-protocol";

/**
 * A command session: the service writes one request per line and reads the command's output before it writes the next. The
 * response is a sequence of frames: one byte for the kind, the length as 32 bits, big-endian, and the bytes.
 */
export const SessionRequest = z.union([
  z.object({
    command: z.array(z.string()).check(z.minLength(1)),
    cwd: z.string(),
    environment: z.record(z.string(), z.string()),
    /** Base64. */
    input: z.string(),
  }),
  z.object({ files: FileRequest }),
]);
export type SessionRequest = z.infer<typeof SessionRequest>;

export const frameKinds = { stdout: 1, stderr: 2, end: 3 } as const;

/** The bytes of an `end` frame. `code` is -1 if a signal ended the command. */
export const CommandEnd = z.object({ code: z.int() });

export const maxFrameBytes = 64 * 1024;
export const frameHeaderBytes = 5;
