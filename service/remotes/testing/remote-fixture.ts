import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { promisify } from "node:util";

/** TLS before a server of this machine, under a name that nobody resolves. */
export interface TlsFront {
  port: number;
  /** File of the certificate git has to trust. */
  certificate: string;
  close(): void;
}

export async function startTlsFront(folder: string, hostname: string, innerPort: number): Promise<TlsFront> {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  const subject = ["-subj", `/CN=${hostname}`, "-addext", `subjectAltName=DNS:${hostname}`];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await promisify(execFile)("openssl", [...request, "-keyout", key, "-out", certificate, ...subject]);
  const front = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (socket) => {
    const inner = connect(innerPort, "127.0.0.1");
    socket.on("error", () => inner.destroy());
    inner.on("error", () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const address = front.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, certificate, close: () => front.close() };
}
