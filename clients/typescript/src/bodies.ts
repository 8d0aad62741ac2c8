/** Bodies with bounds (docs/limits.md#what-clients-read): a few bytes on the wire can be a thousand times as many. */

import { CatalogConnectionError } from "./errors.js";

/** The longest body, in decoded bytes: a page of 1,000 products with all parts is a few MiB. */
const LONGEST_BODY = 256 << 20;
/** The longest body of an error or a login. */
const LONGEST_SHORT_BODY = 64 << 10;

/** The response with its whole body, so that a connection which breaks half-way is seen in time. */
export async function whole(request: Request, response: Response): Promise<Response> {
  const isLogin = request.method === "POST" && new URL(request.url).pathname.includes("/auth/");
  const body = await read(response.body, isLogin || response.status >= 300 ? LONGEST_SHORT_BODY : LONGEST_BODY);
  if (response.ok && isJson(response)) checkText(body);
  const { status, headers } = response;
  return new Response(body.byteLength === 0 ? null : body, { status, headers });
}

async function read(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    pieces.push(value);
    length += value.byteLength;
    if (length > limit) {
      await reader?.cancel().catch(() => undefined);
      throw new CatalogConnectionError(`the body is longer than ${limit} bytes`);
    }
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.byteLength;
  }
  return body;
}

function isJson(response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

/** What is no UTF-8 would be read with other characters in the place of the wrong ones. */
function checkText(body: Uint8Array): void {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new CatalogConnectionError("the response is not as documented");
  }
}
