import { createServer, type RequestListener } from "node:http";

/** Minimal bytes that are detected as each type. */
export const samples = {
  "image/png": Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
  "image/jpeg": Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01", "latin1"),
  "image/gif": Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1"),
  "image/webp": Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1"),
} as const;

/** Starts an HTTP server on a free port to fetch images from. */
export async function serveImages(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
