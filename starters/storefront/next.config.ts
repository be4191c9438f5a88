import type { NextConfig } from "next";

const FOR_EVER = "public, max-age=31536000, immutable";

export default {
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  async headers() {
    return [
      { source: "/fonts/:file*", headers: [{ key: "Cache-Control", value: FOR_EVER }] },
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        ],
      },
    ];
  },
} satisfies NextConfig;
