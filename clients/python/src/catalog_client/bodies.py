"""Bodies with bounds (docs/limits.md#what-clients-read): a few bytes on the wire can be a thousand times as many."""

import zlib
from collections.abc import AsyncIterator, Iterator

import httpx

from .errors import CatalogConnectionError

#: The longest body, in decoded bytes: a page of 1,000 products with all parts is a few MiB.
LONGEST_BODY = 256 << 20
#: The longest body of an error or a login.
LONGEST_SHORT_BODY = 64 << 10
#: The longest line of a stream.
LONGEST_LINE = 16 << 20
#: The most bytes that are decoded at a time.
_PIECE = 1 << 20

#: Of bodies that were decoded.
_TRANSFER_HEADERS = ("Content-Encoding", "Content-Length", "Transfer-Encoding")


class _Decoder:
    """Unpacks pieces of a body into pieces of at most a MiB."""

    def __init__(self, response: httpx.Response) -> None:
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise CatalogConnectionError("the response has a content encoding that was not asked for")
        self._gzip = zlib.decompressobj(31) if encoding.endswith("gzip") else None

    def pieces(self, piece: bytes) -> Iterator[bytes]:
        if self._gzip is None:
            yield piece
            return
        try:
            while piece and not self._gzip.eof:
                yield self._gzip.decompress(piece, _PIECE)
                piece = self._gzip.unconsumed_tail
        except zlib.error as error:
            raise httpx.DecodingError(str(error)) from None

    def end(self) -> Iterator[bytes]:
        if self._gzip is not None:
            yield self._gzip.flush()
            if not self._gzip.eof:
                raise httpx.DecodingError("the packed body was cut")


class Decoded(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The decoded body of a response, while it comes."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._decoder = _Decoder(response)

    def __iter__(self) -> Iterator[bytes]:
        if not isinstance(self._response.stream, httpx.SyncByteStream):
            raise TypeError("a transport for asyncio")
        for piece in self._response.stream:
            yield from self._decoder.pieces(piece)
        yield from self._decoder.end()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not isinstance(self._response.stream, httpx.AsyncByteStream):
            raise TypeError("a transport that blocks")
        async for piece in self._response.stream:
            for decoded in self._decoder.pieces(piece):
                yield decoded
        for decoded in self._decoder.end():
            yield decoded

    def close(self) -> None:
        self._response.close()

    async def aclose(self) -> None:
        await self._response.aclose()


class Whole:
    """Collects a body, so that a connection which breaks half-way is seen in time."""

    def __init__(self, request: httpx.Request, response: httpx.Response) -> None:
        self._response = response
        is_login = request.method == "POST" and "/auth/" in request.url.path
        self._limit = LONGEST_SHORT_BODY if is_login or response.status_code >= 300 else LONGEST_BODY
        self._body = bytearray()

    def add(self, piece: bytes) -> None:
        self._body += piece
        if len(self._body) > self._limit:
            raise CatalogConnectionError(f"the body is longer than {self._limit} bytes")

    def response(self) -> httpx.Response:
        return httpx.Response(
            self._response.status_code, headers=_decoded_headers(self._response), content=bytes(self._body)
        )


def streamed(response: httpx.Response) -> httpx.Response:
    """The response with its decoded body, which is read while it comes."""
    return httpx.Response(response.status_code, headers=_decoded_headers(response), stream=Decoded(response))


def _decoded_headers(response: httpx.Response) -> httpx.Headers:
    headers = httpx.Headers(response.headers)
    for name in _TRANSFER_HEADERS:
        headers.pop(name, None)
    return headers


class Lines:
    """The lines of a body that comes in pieces. Lines end with a line feed only: texts may have other separators."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def of(self, piece: bytes) -> list[bytes]:
        """The lines that end in this piece."""
        first, *others = piece.split(b"\n")
        self._rest += first
        if len(self._rest) > LONGEST_LINE:
            raise CatalogConnectionError("a line of the response is too long")
        if not others:
            return []
        lines = [bytes(self._rest), *others[:-1]]
        self._rest = bytearray(others[-1])
        return lines
