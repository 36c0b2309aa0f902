FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The image's Node is the pinned one: the package `node` comes without its own, which an install script would bring.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
ARG JAPANESE_READINGS=1
RUN [ "$JAPANESE_READINGS" = 1 ] || rm -r node_modules/kuromoji
COPY tsconfig.json react-router.config.ts vite.config.ts ./
COPY public public
COPY src src
RUN NODE_ENV=production node node_modules/@react-router/dev/bin.cjs build
COPY demo demo
COPY scripts scripts
COPY LICENSES LICENSES
COPY THIRD-PARTY.md ./
ARG REVISION=unknown
# Files of a checkout may be for its owner only.
RUN echo "$REVISION" >build/commit && chmod -R a+rX .

FROM node:24.21.0-bookworm-slim
RUN groupadd --gid 10001 ngan-nga \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin ngan-nga \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data /backups
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/LICENSES LICENSES
COPY --from=build /app/THIRD-PARTY.md /app/package.json ./
COPY --from=build /app/demo demo
COPY --from=build /app/src/art src/art
COPY --from=build /app/src/contract src/contract
COPY --from=build /app/src/server src/server
COPY --from=build /app/scripts scripts
COPY --from=build /app/build build
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 DATA_DIR=/data HOST=0.0.0.0 PORT=3000
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=2m --retries=3 CMD ["node", "scripts/health.ts"]
CMD ["node", "--max-semi-space-size=8", "src/server/main.ts"]
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ngân Nga" \
  org.opencontainers.image.description="Nghe nhạc do AI tạo, học ngoại ngữ qua bài hát, đặt một bài hát riêng" \
  org.opencontainers.image.version="0.16.0" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
