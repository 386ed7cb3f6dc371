import hashlib
import hmac
import time


def is_from_exchange(header, body, secret):
    """`header`: Sarraf-Signature, `body`: the bytes as they came, before anything parses them."""
    parts = [part.partition("=")[::2] for part in header.split(",")]
    stamp = next((text for name, text in parts if name == "t"), "")
    fresh = stamp.isascii() and stamp.isdigit() and abs(time.time() - int(stamp)) < 300
    expected = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    # While a secret is being replaced there are two signatures.
    return fresh and any(name == "v1" and hmac.compare_digest(expected, text.encode()) for name, text in parts)
