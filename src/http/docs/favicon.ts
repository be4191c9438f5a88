import type { FastifyInstance } from "fastify";

/** The awning of a shop above its door. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path fill="#0f766e" d="M5 4h22l3 9H2z"/>
<path fill="#fdfcf9" d="M9 4h5v9H8zM18 4h5l1 9h-6z"/>
<path fill="#0f766e" d="M2 13h28a4 4 0 0 1-4 4V28H6V17a4 4 0 0 1-4-4z"/>
<path fill="#fdfcf9" d="M12 20h8v8h-8z"/>
</svg>
`;

/** The icon of the server's pages, at the address where browsers look for one. They go by its type, not by its name. */
export function registerFavicon(app: FastifyInstance): void {
  app.get("/favicon.ico", { schema: { hide: true } }, (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(ICON),
  );
}
