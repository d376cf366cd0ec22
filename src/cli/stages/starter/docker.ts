import { IGNORED } from './kept.ts'

/** An image without a root user. All output is in one volume, since a site is replaced by renaming a folder next to it. */
export const DOCKERFILE = `FROM node:24-slim
WORKDIR /srv/benchbook
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
RUN mkdir -p /data && chown node:node /data
USER node
ENV BENCHBOOK_CACHE=/data/content-cache BENCHBOOK_OUT=/data/dist
VOLUME /data
ENTRYPOINT ["npx", "--no", "--", "benchbook"]
CMD ["export", "--if-changed"]
`

/** What is excluded from the image. */
export const DOCKERIGNORE = `${['.git', ...IGNORED].join('\n')}\n`
