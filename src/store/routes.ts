import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { picturesParameter } from "../core/pictures/shown.ts";
import { offsetPageOf, offsetParameters } from "../core/shapes.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { listMenus, showMenu } from "./menus/menus.ts";
import { Menu, MenuList, MenuPath, Store } from "./schema.ts";
import { showStore } from "./store.ts";

export const storeTags: Tag[] = [{ name: "Store", description: "The store, its menus and its delivery rates." }];

export const storeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/store",
    {
      config: { shows: ["store"] },
      schema: {
        operationId: "store.get",
        summary: "Show the store",
        description: "Public information of the store: name, contact, currency, language and theme.",
        tags: ["Store"],
        querystring: Type.Object(picturesParameter),
        response: { 200: Store, ...refuses("invalid_request") },
      },
    },
    ({ site }) => site.read(showStore),
  );

  app.get(
    "/store/menus",
    {
      config: { shows: ["menus"] },
      schema: {
        operationId: "menus.list",
        summary: "List the menus",
        description: "All navigation menus with their items, sorted by handle.",
        tags: ["Store"],
        querystring: Type.Object(offsetParameters(250)),
        response: { 200: MenuList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listMenus(db, offsetPageOf(query, 250))),
  );

  app.get(
    "/store/menus/:handle",
    {
      config: { shows: ["menus"] },
      schema: {
        operationId: "menus.get",
        summary: "Show a menu",
        description: "One menu and its items, nested up to five levels.",
        tags: ["Store"],
        params: MenuPath,
        response: { 200: Menu, ...refuses("menu_not_found") },
      },
    },
    ({ site, params }) => site.read((db) => showMenu(db, params.handle)),
  );
};
