import { describe, expect, test } from "vitest";
import { mediaRewriter } from "../../src/core/media.ts";

const CDN = "https://cdn.example.com";

describe("with a CDN", () => {
  test.each([
    ["https://media.example.com/a/b.png", `${CDN}/a/b.png`],
    ["https://media.example.com/", `${CDN}/`],
    ["https://media.example.com", CDN],
    ["https://media.example.com/a.png?w=100#x", `${CDN}/a.png?w=100#x`],
    ["/a/b.png", `${CDN}/a/b.png`],
    ["a/b.png", `${CDN}/a/b.png`],
  ])("%s moves to %s", (stored, shown) => {
    const one = mediaRewriter("https://media.example.com", CDN);
    const slashed = mediaRewriter("https://media.example.com/", `${CDN}/`);

    expect([one(stored), slashed(stored)]).toEqual([shown, shown]);
  });

  test.each([
    "https://media.example.com.evil.com/a.png",
    "https://media.example.community/a.png",
    "http://media.example.com/a.png",
    "https://elsewhere.com/a.png",
    "//elsewhere.com/a.png",
    "data:image/png;base64,AA==",
    "blob:https://media.example.com/1",
    "",
  ])("%j stays as stored", (stored) => {
    expect(mediaRewriter("https://media.example.com", CDN)(stored)).toBe(stored);
  });

  test("the origin may be a folder, and only addresses in it move", () => {
    const rewrite = mediaRewriter("https://example.com/media", CDN);

    expect(rewrite("https://example.com/media/a.png")).toBe(`${CDN}/a.png`);
    expect(rewrite("https://example.com/mediatheque/a.png")).toBe("https://example.com/mediatheque/a.png");
  });

  test("without an origin only relative addresses move", () => {
    const rewrite = mediaRewriter("", `${CDN}/shop/`);

    expect([rewrite("/a.png"), rewrite("https://elsewhere.com/a.png")]).toEqual([
      `${CDN}/shop/a.png`,
      "https://elsewhere.com/a.png",
    ]);
  });

  test("null stays null", () => {
    expect(mediaRewriter("https://media.example.com", CDN)(null)).toBeNull();
  });
});

test.each(["/a.png", "a.png", "https://media.example.com/a.png", "//x.com/a", null])(
  "without a CDN %j stays as stored",
  (stored) => {
    expect(mediaRewriter("https://media.example.com", "")(stored)).toBe(stored);
  },
);
