"""Sends the actual requests of a client that is generated from clients.json. The file is in the same directory."""

import json
import logging
from pathlib import Path
from urllib.parse import urlencode

import httpx

from client import Client

PATHS = json.loads(Path(__file__).with_name("clients.json").read_text("utf-8"))["paths"]
# DEBUG lines contain response headers. The Location of a redirect may repeat the URL.
logging.getLogger("httpcore").setLevel(logging.INFO)


class Wire(httpx.BaseTransport):
    """Adds selectors and account below httpx, so that its errors, logs and responses do not contain the key."""

    def __init__(self, user: str, key: str) -> None:
        self._account, self._next = {"user": user, "key": key}, httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        before, _, operation = request.url.path.rpartition("/")
        selectors = PATHS[f"/{operation}"]["get"].get("x-selector", {})
        query = urlencode({**request.url.params, **selectors, **self._account}).encode()
        url = request.url.copy_with(path=f"{before}/api/", query=query)
        sent = httpx.Request(request.method, url, headers=request.headers, extensions=request.extensions)
        return self._next.handle_request(sent)


def connect(base_url: str, user: str, key: str) -> Client:
    return Client(base_url, timeout=30, http_client=httpx.Client(transport=Wire(user, key)))
