// Exits with 0 if a program of this container responds: the dashboard, the service or a worker's management address.
const { PORT = "3000", SERVICE_PORT = "4100", MANAGEMENT_PORT = "8080" } = process.env;
const urls = [
  `http://127.0.0.1:${PORT}/api/healthz`,
  `http://127.0.0.1:${SERVICE_PORT}/healthz`,
  `http://127.0.0.1:${MANAGEMENT_PORT}/healthz`,
];
const responses = await Promise.all(
  urls.map((url) => fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined)),
);
const found = responses.filter((response) => response !== undefined);
process.exit(found.length > 0 && found.every(({ ok }) => ok) ? 0 : 1);
