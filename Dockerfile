# The server with both databases, pictures and buckets: docs/operating/shipping.md.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY packages packages
COPY console/package.json console/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack ./dist --pack-destination /tmp && mv /tmp/hanout-*.tgz /tmp/hanout.tgz

FROM node:${NODE} AS install
WORKDIR /app
COPY --from=build /tmp/hanout.tgz /tmp/
# The embedded database, and what reads pictures and reaches a bucket: in the versions that the package names.
RUN npm init --yes >/dev/null \
  && npm install --no-audit --no-fund --omit=peer /tmp/hanout.tgz \
  && npm install --no-audit --no-fund $(node -p "Object.entries(require('/app/node_modules/hanout/package.json').peerDependencies).map((one) => one.join('@')).join(' ')") \
  && npm cache clean --force

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install --directory --owner=node --group=node --mode=0700 /data \
  && printf '#!/bin/sh\nexec node /app/node_modules/hanout/cli/hanout.js "$@"\n' >/usr/local/bin/hanout \
  && chmod 0755 /usr/local/bin/hanout
COPY --from=install /app /app
WORKDIR /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/hanout/cli/hanout.js"]
CMD ["serve"]
