import "./frame/look/styles.ts";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Languages } from "./frame/Languages.tsx";
import { nonce } from "./frame/look/nonce.ts";
import { cssVariablesResolver, theme } from "./frame/look/theme.ts";
import { queryClient } from "./frame/queryClient.ts";
import { router } from "./frame/router.tsx";
import { firstLanguage } from "./messages/firstLanguage.ts";
import { loadTexts } from "./messages/languages.ts";

const language = firstLanguage();
void router.load(); // beside the texts
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no place for the console.");

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "hanout.colours" })}
      getStyleNonce={() => nonce}
    >
      <Languages first={{ language, texts: await loadTexts[language]() }}>
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-center" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Languages>
    </MantineProvider>
  </StrictMode>,
);
