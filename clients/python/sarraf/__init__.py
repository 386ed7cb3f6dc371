"""A thin client of the exchange's API: `Client(url, signer)` has a method for each operation that a key may call."""
from .api import Operations as Client
from .request import Refusal, Unanswered
from .signing import Ed25519, Hmac, text_to_sign

__all__ = ["Client", "Ed25519", "Hmac", "Refusal", "Unanswered", "text_to_sign"]
