import { request } from "node:http";

/** Sends a request as a reverse proxy does for a client at `from`, and reads the response. */
export function call(agent, url, path, { key, from, method = "GET", body }) {
  const started = performance.now();
  const headers = {
    authorization: `Bearer ${key}`,
    "x-forwarded-for": from,
    ...(body ? { "content-type": "application/json" } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { agent, method, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          ms: performance.now() - started,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
