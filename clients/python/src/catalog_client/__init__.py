"""Client of the catalog API. The one call that most programs need is ``CatalogClient.follow``."""

from typing import TypeVar

from .aio import AsyncCatalogClient
from .cache import CachedResponse, MemoryCache, ResponseCache
from .client import CatalogClient
from .errors import CatalogConnectionError, CatalogError, ErrorDetail
from .follow import FollowOptions, SyncStep
from .generated.models import ErrorEnvelope, Product, ProductPage, SearchPage
from .reads import ListPart, ProductBatch, SearchPart
from .retry import RetryPolicy

Success = TypeVar("Success")


def success(response: Success | ErrorEnvelope | None) -> Success:
    """What an operation of ``catalog_client.generated.api`` returned, by its type.

    An error is raised before it is returned; this is for type checkers.
    """
    if response is None or isinstance(response, ErrorEnvelope):
        raise TypeError(f"an operation returned {type(response).__name__}")
    return response


__all__ = [
    "AsyncCatalogClient",
    "CachedResponse",
    "CatalogClient",
    "CatalogConnectionError",
    "CatalogError",
    "ErrorDetail",
    "FollowOptions",
    "ListPart",
    "MemoryCache",
    "Product",
    "ProductBatch",
    "ProductPage",
    "ResponseCache",
    "RetryPolicy",
    "SearchPage",
    "SearchPart",
    "SyncStep",
    "success",
]
