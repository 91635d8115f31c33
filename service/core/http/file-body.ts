import type { FileHandle } from "node:fs/promises";

const chunkBytes = 256 * 1024;

/** Streams the bytes from `start` to `end`, inclusive, with backpressure. Closes the file at the end. */
export function fileBody(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = new Uint8Array(Math.min(chunkBytes, end - position + 1));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) throw new Error("stored file was truncated");
        controller.enqueue(chunk.subarray(0, bytesRead));
        position += bytesRead;
        if (position > end) {
          controller.close();
          await file.close();
        }
      } catch (error) {
        controller.error(error);
        await file.close();
      }
    },
    cancel: () => file.close(),
  });
}
