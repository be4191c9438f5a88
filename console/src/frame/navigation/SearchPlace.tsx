import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useState } from "react";
import { onOpenSearch } from "../../parts/openSearch.ts";

/** Loaded when it is first opened. */
const Search = lazy(() => import("../../search/Search.tsx"));

/** The place of the search over everything: Ctrl-K opens it, also in a field. */
export function SearchPlace() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  useHotkeys([["mod+K", () => setOpen(true)]], []);
  useEffect(() => onOpenSearch(() => setOpen(true)), []);
  useEffect(() => {
    if (isOpen) setOpened(true);
  }, [isOpen]);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Search isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
