"""Sends requests to the exchange: signed, and retried if a repeat has no second effect."""
from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Mapping, Optional

from .signing import text_to_sign

FIRST_WAIT_S = 0.25
WINDOW_MS = 5_000


class Refusal(Exception):
    """A refusal by the exchange. Unless `may_be_done` says so, nothing was done."""

    def __init__(self, status: int, answer: Mapping[str, Any], headers: Mapping[str, str], may_be_done: bool) -> None:
        self.status = status
        #: One of the codes in the API's documents.
        self.code: str = answer.get("message") or f"HTTP_{status}"
        super().__init__(self.code)
        #: Names of the invalid fields.
        self.errors = list(answer.get("errors") or [])
        #: Further data for handling it.
        self.data: Dict[str, Any] = dict(answer.get("data") or {})
        #: Seconds to wait before a retry; None: not stated.
        self.retry_after = _seconds(headers.get("Retry-After"))
        #: Id by which support finds the request.
        self.request_id = headers.get("X-Request-Id")
        #: It was sent without an Idempotency-Key, and the server failed.
        self.may_be_done = may_be_done


class Unanswered(Exception):
    """There was no response to any attempt: whether it was done isn't known. Repeating it with the same key finds out."""

    def __init__(self, idempotency_key: Optional[str]) -> None:
        super().__init__("the exchange did not answer")
        #: None: the operation takes none; check its outcome before repeating it.
        self.idempotency_key = idempotency_key


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A signed request is for one address: redirects are not followed."""

    def redirect_request(self, *asked: Any) -> None:
        return None


class Caller:
    def __init__(
        self,
        url: str,
        signer: Any = None,
        *,
        most_attempts: int = 6,
        timeout: float = 10.0,
        longest_wait: float = 30.0,
        now: Any = time.time,
    ) -> None:
        """`url`: address of the exchange, without `/api`. `signer`: Ed25519(…) or Hmac(…); None: only public requests."""
        self._url = url.rstrip("/")
        self._signer = signer
        self._most_attempts = most_attempts
        self._timeout = timeout
        self._longest_wait = longest_wait
        self._now = now
        self._ahead_ms = 0
        self._last_ms = 0
        self._lock = threading.Lock()
        self._opener = urllib.request.build_opener(_NoRedirects())

    def _next_time(self) -> str:
        """Returns milliseconds since 1970, never the same twice: each signed text is valid once."""
        with self._lock:
            self._last_ms = max(int(self._now() * 1000) + self._ahead_ms, self._last_ms + 1)
            return str(self._last_ms)

    def _follow(self, server_ms: int) -> None:
        with self._lock:
            self._ahead_ms = server_ms - int(self._now() * 1000)
            # Times returned while our clock was ahead would push the next ones out of the window.
            if self._last_ms > server_ms + WINDOW_MS:
                self._last_ms = 0

    def _call(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]],
        signed: bool,
        idempotent: bool,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        for name, value in params.items():
            path = path.replace("{" + name + "}", _segment(name, value))
        given = {name: _text(value) for name, value in query.items() if value is not None}
        if given:
            path += "?" + urllib.parse.urlencode(given)
        sent = b""
        if body is not None:
            sent = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
        key = (idempotency_key or str(uuid.uuid4())) if idempotent else None
        repeatable = idempotent or method == "GET"
        attempt = 1
        while True:
            try:
                return self._attempt(method, path, sent, signed, key, repeatable)
            except (Refusal, Unanswered) as error:
                wait = self._wait_before(error, repeatable, attempt)
                if wait is None:
                    raise
                time.sleep(wait)
            attempt += 1

    def _attempt(
        self, method: str, path: str, body: bytes, signed: bool, key: Optional[str], repeatable: bool
    ) -> Any:
        headers = {"Accept": "application/json"}
        if body:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        if signed:
            if self._signer is None:
                raise TypeError("this operation needs an API key")
            at = self._next_time()
            headers["X-Api-Key"] = self._signer.key
            headers["X-Api-Time"] = at
            headers["X-Api-Signature"] = self._signer.sign(text_to_sign(at, method, path, body))
        asked = urllib.request.Request(self._url + path, data=body or None, headers=headers, method=method)
        try:
            with self._opener.open(asked, timeout=self._timeout) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            may_be_done = not repeatable and error.code >= 500
            raise Refusal(error.code, _answer(error), error.headers, may_be_done) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unanswered(key) from error

    def _wait_before(self, error: Exception, repeatable: bool, attempt: int) -> Optional[float]:
        """Returns seconds until the retry; None: no retry."""
        if attempt >= self._most_attempts:
            return None
        # Randomised, so that many clients that failed together don't return together.
        growing = FIRST_WAIT_S * 2 ** (attempt - 1) * (0.75 + random.random() / 2)
        if not isinstance(error, Refusal):
            return growing if repeatable else None
        if error.code == "TIMESTAMP_OUT_OF_WINDOW":
            # Once: if it is refused again, the cause is another, such as a connection slower than the window.
            if attempt > 1 or "serverTime" not in error.data:
                return None
            self._follow(int(error.data["serverTime"]))
            return 0
        if error.code == "SIGNATURE_USED":
            return 0 if repeatable else None
        said = error.retry_after
        if error.code in ("MAINTENANCE", "PAUSED"):
            # Closures by staff last longer than a program waits, unless their end is stated.
            wait = said
        elif error.code == "TOO_MANY_REQUESTS" or (error.status >= 500 and repeatable):
            wait = growing if said is None else said
        else:
            wait = None
        return wait if wait is not None and wait <= self._longest_wait else None


def _segment(name: str, value: Any) -> str:
    """Refuses values that would lead to another path: `..` is no id of an order."""
    text = "" if value is None else str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{name} is no name")
    return urllib.parse.quote(text, safe="")


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _answer(error: urllib.error.HTTPError) -> Mapping[str, Any]:
    try:
        answer = json.loads(error.read())
        return answer if isinstance(answer, dict) else {}
    except (OSError, http.client.HTTPException, ValueError):
        return {}


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
