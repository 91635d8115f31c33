# Any Debian-based image with Node 20.19, 22 or 24 and npm.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf .next/cache

FROM ${BASE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates git tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --user-group --create-home slipway \
 && install -d -o slipway -g slipway -m 700 /data /key /work
WORKDIR /app
COPY --from=build /app /app
RUN ln -s /app/scripts/slipway.mjs /usr/local/bin/slipway
# The image is prebuilt, so the programs install and bundle nothing when they start.
ENV NODE_ENV=production SLIPWAY_BUILT=1 NEXT_TELEMETRY_DISABLED=1 NODE_OPTIONS=--enable-source-maps \
    DATA_DIR=/data HOST=0.0.0.0
USER slipway
VOLUME /data
EXPOSE 3000 4100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["tini", "--", "slipway"]
CMD ["start"]
