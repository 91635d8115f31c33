import type { FileHandle } from "node:fs/promises";

const chunkBytes = 256 * 1024;

/** The bytes from `start` to `end`, read as the reader takes them. Closes the file in the end. */
export function fileBody(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = new Uint8Array(Math.min(chunkBytes, end - position + 1));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) throw new Error("a stored file is shorter than it was");
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
