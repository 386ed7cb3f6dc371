"""Signers, which prove that a request comes from the owner of a key."""
from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Union


def text_to_sign(time: str, method: str, path: str, body: bytes) -> str:
    """Returns the text to sign. `path` with its query exactly as sent, from `/api` on; `body`: its bytes, empty if there is none."""
    return "\n".join([time, method, path, hashlib.sha256(body).hexdigest()])


class Hmac:
    """Signer for an HMAC key. `secret`: the text as it was shown."""

    def __init__(self, key: str, secret: str) -> None:
        self.key = key
        self._secret = secret.encode()

    def sign(self, text: str) -> str:
        return base64.b64encode(hmac.new(self._secret, text.encode(), hashlib.sha256).digest()).decode()


class Ed25519:
    """Signer for an ED25519 key; needs the package `cryptography`. `private_key`: PEM (PKCS #8)."""

    def __init__(self, key: str, private_key: Union[str, bytes]) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        pem = private_key.encode() if isinstance(private_key, str) else private_key
        loaded = load_pem_private_key(pem, password=None)
        if not isinstance(loaded, Ed25519PrivateKey):
            raise ValueError("the private key is none of Ed25519")
        self.key = key
        self._private_key = loaded

    def sign(self, text: str) -> str:
        return base64.b64encode(self._private_key.sign(text.encode())).decode()
