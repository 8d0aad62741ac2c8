/** A response of lines, read while it comes. */

import { CatalogConnectionError } from "./errors.js";

/** The longest line, in characters. */
const LONGEST_LINE = 16 << 20;

export class LineReader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly lines: string[] = [];
  private rest = "";
  private isOver = false;

  /** Each line may take so many seconds. */
  constructor(
    body: ReadableStream<Uint8Array>,
    private readonly timeout: number,
    private readonly signal?: AbortSignal,
  ) {
    this.reader = body.getReader();
  }

  /** So many lines; fewer when the response has ended or was cut. An abort rejects. */
  async read(count: number): Promise<string[]> {
    let end = performance.now() + this.timeout * 1000;
    while (this.lines.length < count && !this.isOver) {
      const piece = await this.piece(end - performance.now());
      if (piece === undefined) {
        this.isOver = true;
        break;
      }
      const [first = "", ...others] = this.decode(piece).split("\n");
      if (others.length > 0) end = performance.now() + this.timeout * 1000;
      this.rest += first;
      for (const line of others) {
        this.lines.push(this.rest);
        this.rest = line;
      }
      if (this.rest.length > LONGEST_LINE) throw new CatalogConnectionError("a line of the response is too long");
    }
    return this.lines.splice(0, count);
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.reader.cancel().catch(() => undefined);
  }

  private decode(piece: Uint8Array): string {
    try {
      return this.decoder.decode(piece, { stream: true });
    } catch {
      throw new CatalogConnectionError("a line of the snapshot is not as documented");
    }
  }

  private async piece(milliseconds: number): Promise<Uint8Array | undefined> {
    let end = () => {};
    const ended = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
    const timer = setTimeout(end, milliseconds);
    this.signal?.addEventListener("abort", end, { once: true });
    if (this.signal?.aborted) end();
    try {
      const piece = await Promise.race([this.reader.read(), ended]);
      if (piece === undefined) await this.close();
      return piece?.value;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener("abort", end);
      this.signal?.throwIfAborted();
    }
  }
}
