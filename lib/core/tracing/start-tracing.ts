import type { Attributes, Span } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { setTracing } from "./tracing";

/** Attributes with a URL or path, which can contain tokens in their query. */
const urlAttributes = ["http.target", "http.url", "url.full", "url.path", "next.span_name"];
const removedAttributes = ["url.query", "http.user_agent", "user_agent.original"];

/**
 * Removes the query, the token of an answer link, and from complete URLs everything after the host: webhook URLs have secrets
 * in their path.
 */
export const withoutSecrets = (text: string) =>
  text
    .replace(/(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#]*)\S*/g, "$1$2")
    .replace(/\?\S*/g, "")
    .replace(/(\/answer\/)\S+/g, "$1");

/** The changes that remove secrets from a span's attributes. An empty text replaces what can't be removed. */
export function cleanAttributes(attributes: Attributes): Attributes {
  const changes: Attributes = {};
  for (const name of urlAttributes) {
    const value = attributes[name];
    if (typeof value === "string") changes[name] = withoutSecrets(value);
  }
  for (const name of removedAttributes) if (name in attributes) changes[name] = "";
  return changes;
}

/** Next.js creates spans with complete URLs and error messages. */
const secretRemover: SpanProcessor = {
  onStart() {},
  onEnding(span: Span) {
    const { attributes, name, status } = span as Span & {
      attributes: Attributes;
      name: string;
      status: { code: number };
    };
    span.setAttributes(cleanAttributes(attributes));
    span.updateName(withoutSecrets(name));
    if (status.code !== 0) span.setStatus({ code: status.code });
  },
  onEnd() {},
  async forceFlush() {},
  async shutdown() {},
};

/**
 * Exports traces over OTLP/HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set. The SDK reads
 * its other standard variables. Returns a function that sends the last spans.
 */
export async function startTracing(
  program: "service" | "dashboard",
  environment: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT && !environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    return async () => {};
  const [api, sdk, resources, exporter] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const name = environment.OTEL_SERVICE_NAME ?? `slipway-${program}`;
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": name }),
    // Events contain messages and stacks of errors.
    spanLimits: { eventCountLimit: 0, attributeValueLengthLimit: 512 },
    spanProcessors: [secretRemover, new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  provider.register();
  setTracing({ api, tracer: provider.getTracer("slipway") });
  return async () => {
    setTracing(undefined);
    await provider.shutdown().catch(() => undefined);
  };
}
