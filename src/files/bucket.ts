import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { Problem } from "../core/problem.ts";
import type { ByteRange, Storage } from "./storage.ts";

/** The version that is tested. */
const CLIENT = "@aws-sdk/client-s3@3.1175.0";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Milliseconds for a connection, and for what comes over it. */
const CONNECT_MS = 3000;
const REQUEST_MS = 30_000;
/** Keys that one request removes: S3 takes a thousand. */
const KEYS_AT_ONCE = 1000;

/** Keeps pictures in an S3-compatible bucket. The package that speaks to it is loaded on first use. */
export class Bucket implements Storage {
  readonly #address: URL;
  readonly #bucket: string;
  #opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  /** `address`: `https://key:secret@host/bucket?region=…`. */
  constructor(address: string) {
    this.#address = new URL(address);
    this.#bucket = decodeURIComponent(this.#address.pathname.replace(/^\/|\/$/g, ""));
  }

  async size(key: string): Promise<number | undefined> {
    return this.#do(async ({ sdk, client }) => {
      try {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(this.#at(key)));
        return ContentLength;
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return this.#do(async ({ sdk, client }) => {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...this.#at(key), ...part }));
      return Body as Readable; // in Node
    });
  }

  pathOf(): undefined {
    return undefined;
  }

  async write(key: string, path: string, type: string): Promise<void> {
    await this.#do(async ({ sdk, client }) => {
      const { size } = await stat(path);
      await client.send(
        new sdk.PutObjectCommand({
          ...this.#at(key),
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: type,
          CacheControl: "public, max-age=31536000, immutable",
        }),
      );
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#do(async ({ sdk, client }) => {
      for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
        const Objects = keys.slice(first, first + KEYS_AT_ONCE).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new sdk.DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} keys were not removed: ${Errors[0]?.Code}`);
      }
    });
  }

  async *list(until: Date, siteId?: string): AsyncIterable<string[]> {
    const Prefix = siteId === undefined ? "" : `${siteId}/`;
    for (let after: string | undefined; ; ) {
      const { Contents = [], IsTruncated } = await this.#do(({ sdk, client }) =>
        client.send(
          new sdk.ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ...(after && { StartAfter: after }) }),
        ),
      );
      const old = Contents.flatMap(({ Key, LastModified }) =>
        Key && LastModified && LastModified <= until ? [Key] : [],
      );
      for (const store of new Set(old.map(storeOf))) yield old.filter((key) => storeOf(key) === store);
      after = Contents.at(-1)?.Key;
      if (!IsTruncated || after === undefined) return;
    }
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  /** Throws `unavailable` for what the bucket refuses, and `uploads_unavailable` without the package. */
  async #do<T>(work: (opened: { sdk: Sdk; client: S3Client }) => Promise<T>): Promise<T> {
    this.#opened ??= this.#open();
    const opened = await this.#opened;
    try {
      return await work(opened);
    } catch (error) {
      throw new Problem("unavailable", "The server's storage for pictures does not answer. Try again later.", {
        cause: error,
      });
    }
  }

  async #open(): Promise<{ sdk: Sdk; client: S3Client }> {
    const sdk = await import("@aws-sdk/client-s3").catch(() => {
      this.#opened = undefined;
      throw new Problem("uploads_unavailable", `The server's bucket needs ${CLIENT}: npm install ${CLIENT}.`);
    });
    const { protocol, host, username, password, searchParams } = this.#address;
    const client = new sdk.S3Client({
      endpoint: `${protocol}//${host}`,
      region: searchParams.get("region") ?? "us-east-1",
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
      forcePathStyle: true,
      // Others than AWS do not know its newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 2,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
    });
    return { sdk, client };
  }
}

const storeOf = (key: string): string => key.split("/", 1)[0] ?? "";

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
