import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { promisify } from "node:util";

/** A TLS proxy for a local server, under `localhost` or a host name that doesn't resolve. */
export interface TlsProxy {
  port: number;
  /** Path of the certificate that git must trust. */
  certificate: string;
  close(): void;
}

/** A self-signed certificate in a folder, and its key. */
export async function createCertificate(folder: string, hostname: string) {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  const subject = ["-subj", `/CN=${hostname}`, "-addext", `subjectAltName=DNS:${hostname}`];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await promisify(execFile)("openssl", [...request, "-keyout", key, "-out", certificate, ...subject]);
  return { certificate, tls: { key: await readFile(key), cert: await readFile(certificate) } };
}

export async function startTlsProxy(folder: string, hostname: string, innerPort: number): Promise<TlsProxy> {
  const { certificate, tls } = await createCertificate(folder, hostname);
  const proxy = createServer(tls, (socket) => {
    const inner = connect(innerPort, "127.0.0.1");
    socket.on("error", () => inner.destroy());
    inner.on("error", () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  // The system resolves only localhost, and may prefer its IPv6 address.
  proxy.listen(0, hostname === "localhost" ? hostname : "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, certificate, close: () => proxy.close() };
}
