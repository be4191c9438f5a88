import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/hanout.ts";

/** A new certificate that is its own authority, for a name; by the system's openssl. `file`: where it is. */
export function makeCertificate(name: string): { key: string; cert: string; file: string } {
  const folder = temporaryFolder();
  const [key, file] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  execFileSync("openssl", ["req", "-x509", ...kind, ...about, "-keyout", key, "-out", file], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(file, "utf8"), file };
}
