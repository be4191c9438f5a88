import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { languageOf } from "../core/text/locale.ts";
import { nameLanguage, shopperLocale } from "../http/language.ts";
import { PAGES, renderPage } from "./page.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

/** The pages use one script and one style of this server, and send no form by themselves. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The pages by which people sign in and keep their account, under `/console`. */
export const consolePages: FastifyPluginAsyncTypebox = async (app) => {
  const options = { schema: { hide: true } };
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    reply.header("cross-origin-resource-policy", "same-origin");
  });
  for (const name of PAGES) {
    app.get(`/${name}`, options, (request, reply) => {
      const language = languageOf(shopperLocale(request, "fr"));
      nameLanguage(reply, language);
      return reply.type("text/html; charset=utf-8").send(renderPage(name, language));
    });
  }
  app.get("/console.css", options, (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get("/console.js", options, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(SCRIPT));
};
